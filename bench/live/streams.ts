import { type ClientRequest, get } from 'node:http';

/** Readers of the dashboard's live streams, as browsers are. */
export interface Streams {
  readonly messages: () => number;
  readonly bytes: () => number;
  /** How many have shown `words` since the last look. */
  readonly showing: (words: string) => number;
  close(): void;
}

interface Reader {
  readonly request: ClientRequest;
  last: string;
}

/** Opens one stream for each address, in the session of its cookie. Resolves when all have begun. */
export async function openStreams(
  url: string,
  wanted: readonly { readonly path: string; readonly cookie: string }[],
): Promise<Streams> {
  let messages = 0;
  let bytes = 0;
  const readers = await Promise.all(
    wanted.map(
      ({ path, cookie }) =>
        new Promise<Reader>((resolve, reject) => {
          const headers = { cookie, accept: 'text/event-stream' };
          const request = get(`${url}${path}`, { headers, agent: false }, (response) => {
            const reader: Reader = { request, last: '' };
            response.setEncoding('utf8');
            response.on('data', (text: string) => {
              bytes += text.length;
              const parts = text.split('event: parts').length - 1;
              messages += parts;
              if (parts > 0) reader.last = text;
            });
            response.on('error', () => {});
            if (response.statusCode === 200) resolve(reader);
            else reject(new Error(`${path}: ${response.statusCode}`));
          });
          request.on('error', reject);
        }),
    ),
  );
  return {
    messages: () => messages,
    bytes: () => bytes,
    showing: (words) => readers.filter(({ last }) => last.includes(words)).length,
    close: () => {
      for (const { request } of readers) request.destroy();
    },
  };
}
