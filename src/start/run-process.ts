import closeWithGrace from 'close-with-grace';
import { type Logger, pino } from 'pino';
import { type Config, describeSettings, readConfig } from '../config.js';

/** What is started, as far as the process that holds it is concerned. */
interface Started {
  readonly failed: Promise<Error>;
  stop(): Promise<void>;
}

type Start = (config: Config, options: { logger: Logger }) => Promise<Started>;

/** After requests under way had their time, the rest takes a second or two; past this it hangs. */
const STOP_MARGIN_MS = 4_000;

/**
 * Runs `start` as this process: settings from flags and environment, a signal stops it in order, a fault that nothing
 * mends ends it with exit code 1.
 */
export async function runProcess(flags: readonly string[], start: Start): Promise<void> {
  if (flags.includes('--help')) {
    console.log(`Starts headrace. Settings, as flags or in the environment:\n${describeSettings()}`);
    return;
  }
  try {
    const config = readConfig(flags);
    await holdUntilStopped(config, start, pino({ level: config.logLevel }));
  } catch (error) {
    console.error(forPeople(error));
    process.exitCode = 1;
  }
}

async function holdUntilStopped(config: Config, start: Start, logger: Logger): Promise<void> {
  let fault: Error | undefined;
  // Before the start: a signal that comes during it waits for it, so that nothing half started is left behind.
  const delay = config.drainMs + STOP_MARGIN_MS;
  const grace = closeWithGrace({ delay, logger }, async ({ signal, err = fault }) => {
    if (err) logger.fatal({ err }, 'headrace ends because of a fault');
    else logger.info({ signal }, 'headrace stops');
    const started = await starting.catch(() => undefined);
    await started?.stop();
    logger.info('headrace has stopped');
    if (err) process.exit(1);
  });
  const starting = start(config, { logger });
  try {
    const { failed } = await starting;
    fault = await failed;
    grace.close();
  } catch (error) {
    grace.uninstall();
    throw error;
  }
}

/** Where an error says what to change, its message: a stack would only hide it. */
function forPeople(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error && error.syscall === 'listen') {
    return `The HTTP server cannot listen (${error.message}). Choose another address with --host or --port.`;
  }
  return ['ConfigError', 'EmbeddedPostgresError', 'RouteError'].includes(error.name) ? error.message : error;
}
