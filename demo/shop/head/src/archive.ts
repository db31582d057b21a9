import { exec } from 'node:child_process';

/** Pack the charges of one day. */
export function archive(day: string, done: () => void): void {
  exec(`tar -czf /var/archive/${day}.tar.gz /var/charges/${day}`, done);
}
