import type { FastifyInstance } from 'fastify';

/** Rejects where something that requests need does not work. */
export type Check = () => Promise<void>;

/** What the parts of this process are doing, and whether that is well enough to send requests here. */
export interface RolesReport {
  readonly ready: boolean;
  /** By role. A reason is a code, never a message: anybody may ask. */
  readonly roles: Readonly<Record<string, { readonly state: string; readonly reason?: string }>>;
}

// An orchestrator gives up on a probe after about a second or two; an answer that names the cause must come before.
const CHECK_TIMEOUT_MS = 1_000;

/** `/health/live`: the process runs. `/health/ready`: and what it needs works, and so do its roles. */
export function healthRoutes(
  server: FastifyInstance,
  checks: Readonly<Record<string, Check>>,
  reportRoles: () => RolesReport = () => ({ ready: true, roles: {} }),
): void {
  server.get('/health/live', async () => ({ status: 'live' }));

  server.get('/health/ready', async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await withinTime(check());
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready');
          return [name, 'failed'] as const;
        }
      }),
    );
    const roles = reportRoles();
    const ready = roles.ready && results.every(([, result]) => result === 'ok');
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store');
    if (!ready) reply.header('retry-after', '1');
    return {
      status: ready ? 'ready' : 'not_ready',
      checks: Object.fromEntries(results),
      roles: roles.roles,
    };
  });
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
