import type { FastifyInstance } from 'fastify';
import { parseJson } from './json/parse.js';

/** An account with 50 customers and 200 of everything else, written with indentation, has about 150 KiB. */
export const ACCOUNT_BODY_BYTES_MAX = 256 * 1024;
/** The deepest documented field lies 5 deep. */
export const DEPTH_MAX = 16;

/** Reads `application/json` strictly in all routes of this instance; no other type of body is read. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: ACCOUNT_BODY_BYTES_MAX },
    (_request, body: Buffer, done) => {
      try {
        done(null, parseJson(body, DEPTH_MAX));
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  );
}
