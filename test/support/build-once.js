import { execFileSync } from 'node:child_process';

/** Build `dist/` once, so that tests which start the real command or server run what a user would run. */
export default function buildOnce() {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
