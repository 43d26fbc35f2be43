import type { RolesReport } from '../adapters/http/index.js';
import type { Role } from '../config.js';
import type { House } from './house.js';

/** Roles for which requests come to a process. */
const SERVING: readonly Role[] = ['intake', 'query'];

/**
 * Whether the roles of this process are well. What is stopped needs somebody, wherever it is. What is paused mends by
 * itself: a process that serves requests goes on to serve them meanwhile, one that does not has nothing else to do.
 */
export function reportRoles({ config, states }: House): () => RolesReport {
  for (const role of config.roles) states.starts(role);
  const serves = config.roles.some((role) => SERVING.includes(role));
  return () => {
    const roles = states.report();
    const ready = Object.values(roles).every(
      ({ state }) => state === 'running' || (state === 'paused' && serves),
    );
    return { ready, roles };
  };
}
