#!/usr/bin/env node
import { createProgram } from './program.js';
import { tell } from './tell.js';

try {
  await createProgram().parseAsync();
} catch (error) {
  tell(error);
  process.exitCode = 1;
}
