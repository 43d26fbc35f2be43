import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentationPlugin, serverApi } from '../adapters/http/index.js';
import type { Catalogue } from '../catalogue/index.js';
import { failureDetails } from '../importer/index.js';
import { intakeApi } from '../intake/index.js';
import { catalogueSchemas, type OpenApiDocument, openApiDocument } from '../openapi/index.js';
import { packageRoot } from '../package-root.js';
import { queryApi } from '../query/index.js';

const DESCRIPTION = `Accounts in, events out, read models over both.

Every failed call answers with the body \`Failure\`: branch on \`code\`, which is stable. Fields of answers, error codes and
values of enumerations may be added at any time; clients let pass what they do not know.

Schemas named like \`account.created_v1\` are the payloads of events by type and version, as the catalogue has them.`;

/** All calls of the service, whichever roles a process has. */
export function describeApi(catalogue: Catalogue): OpenApiDocument {
  const { account_number_unavailable, supplier_mpid_missing } = failureDetails;
  const foreseen = {
    account_number_unavailable: { attr: 'account.number', detail: account_number_unavailable },
    supplier_mpid_missing: { attr: 'supply_points.0.market_name', detail: supplier_mpid_missing },
  };
  return openApiDocument({ title: 'Headrace', version: packageVersion(), description: DESCRIPTION }, [
    intakeApi({ catalogue, foreseen }),
    queryApi(),
    serverApi,
    { schemas: catalogueSchemas(catalogue), calls: [] },
  ]);
}

/** The document and its page, as a plugin of the one server. */
export function openDocumentation(catalogue: Catalogue) {
  return documentationPlugin(describeApi(catalogue));
}

/** The version of the service. */
export function packageVersion(): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(packageRoot, 'package.json'), 'utf8'),
  );
  return version;
}
