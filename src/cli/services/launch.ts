import { join } from 'node:path';
import { freePorts } from './ports.js';
import { waitFor } from './probes.js';
import { isRunning, lastLines, type ProcessRecord, startDetached, stopProcess } from './process.js';
import type { LocalService, ServiceName } from './service.js';
import type { StateStore } from './store.js';

/** A first start recovers data and compiles; on a busy machine it takes long. */
const HEALTHY_MS = 90_000;
const STOP_MS = 15_000;
/** Enough for a port lost to another process between being found free and being used, a few times in a row. */
const ATTEMPTS = 3;

/**
 * Starts a service, unless it runs already, and waits until it answers.
 *
 * @returns whether it was started now.
 */
export async function launch(service: LocalService, folder: string, store: StateStore): Promise<boolean> {
  const { name } = service;
  const running = store.state.processes[name];
  const ports = store.state.ports[name];
  if (running && ports && isRunning(running)) {
    const fault = await waitFor(service.probe(ports), HEALTHY_MS, () => overOf(running));
    if (fault === undefined) return false;
    throw new Error(`${name} runs (process ${running.pid}) but does not answer: ${fault}`);
  }
  for (let attempt = 1; ; attempt++) {
    const fault = await start(service, folder, store);
    if (fault === undefined) return true;
    await end(name, store);
    if (
      attempt === ATTEMPTS ||
      !/address already in use|could not bind|failed to bind|port \d+ .*in use/i.test(fault)
    ) {
      throw new Error(`${name} did not start: ${fault}`);
    }
    store.update({ ports: { ...store.state.ports, [name]: undefined } });
  }
}

/** Ends a service of this folder. @returns whether it was running. */
export async function end(name: ServiceName, store: StateStore): Promise<boolean> {
  const process = store.state.processes[name];
  if (process === undefined) return false;
  const ended = await stopProcess(process, STOP_MS);
  const { [name]: _, ...processes } = store.state.processes;
  store.update({ processes });
  return ended;
}

async function start(service: LocalService, folder: string, store: StateStore): Promise<string | undefined> {
  const { name } = service;
  const ports = await freePorts(service.portCount, store.state.ports[name]);
  const program = await service.prepare(ports);
  const process = startDetached(program, join(folder, `${name}.log`));
  store.update({
    ports: { ...store.state.ports, [name]: ports },
    processes: { ...store.state.processes, [name]: process },
  });
  return waitFor(service.probe(ports), HEALTHY_MS, () => overOf(process));
}

function overOf(process: ProcessRecord): string | undefined {
  return isRunning(process) ? undefined : `it ended:\n${lastLines(process.log)}`;
}
