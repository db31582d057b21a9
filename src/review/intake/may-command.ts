import type { Actor } from '../model/request.js';
import type { IntakeWorld } from './intake-world.js';

/** Whether somebody may ask for reviews here. The provider's API says so; what cannot be learnt means no. */
export async function mayCommand({ login }: Actor, { host, signal }: IntakeWorld): Promise<boolean> {
  const permission = await host.readPermission(login, signal);
  return permission === 'write' || permission === 'maintain' || permission === 'admin';
}
