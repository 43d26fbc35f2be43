import { containerProbe } from './compose.js';
import { checkGiven } from './given.js';
import { isRunning } from './process.js';
import { type Addresses, SERVICES, type ServiceName, type ServiceReport, VARIABLES } from './service.js';
import { readState, type State } from './state.js';

export interface Status {
  readonly services: readonly ServiceReport[];
  readonly addresses: Addresses;
}

/** Asks every service that was brought up in this folder, and those that are given, whether it answers. */
export async function status(folder: string, given: Addresses): Promise<Status> {
  const state = readState(folder);
  const addresses = { ...state.addresses, ...given };
  const reports = await Promise.all(SERVICES.map((name) => reportOf(name, state, addresses, given)));
  return { services: reports.filter((report) => report !== undefined), addresses };
}

async function reportOf(
  name: ServiceName,
  state: State,
  addresses: Addresses,
  given: Addresses,
): Promise<ServiceReport | undefined> {
  const url = addresses[VARIABLES[name]];
  if (url === undefined) return undefined;
  const address = withoutPassword(url);
  if (given[VARIABLES[name]] !== undefined)
    return { name, by: 'given', address, fault: await checkGiven(name, addresses) };
  const [port = 0] = state.ports[name] ?? [];
  if (state.compose?.services.includes(name)) {
    return { name, by: 'container', address, fault: await containerProbe(name, port)() };
  }
  const process = state.processes[name];
  if (process === undefined || !isRunning(process))
    return { name, by: 'process', address, fault: 'it does not run' };
  return { name, by: 'process', address, pid: process.pid, fault: await checkGiven(name, addresses) };
}

function withoutPassword(address: string): string {
  if (!address.includes('://')) return address;
  const url = new URL(address);
  url.password = '';
  return url.href;
}
