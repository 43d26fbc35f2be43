import fc from 'fast-check';

/** Where HEADRACE_SEED is given, properties try the same values each time; else new ones, whose seed a failure prints. */
const seed = process.env['HEADRACE_SEED'];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
