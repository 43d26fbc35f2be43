import { RequestError } from '../../errors.js';
import { newEventId } from '../../event/index.js';
import { type RequestContext, requestContext } from '../context.js';
import { createApiKey, rotateApiKey } from '../credentials.js';
import { supplierCreated, supplierStatusChanged } from '../events.js';
import { refusal } from '../faults.js';
import type {
  ApiKey,
  CredentialStore,
  EventEncoder,
  ImportSupplier,
  KeyOwner,
  OperatorStore,
  Organisation,
  Page,
  Rotation,
  Scope,
} from '../port.js';
import { compileStructure, type Examined } from '../structure.js';
import { changedConfiguration, newSupplier } from './configuration.js';
import {
  type ApiKeyBody,
  apiKeySchema,
  type OperatorKeyBody,
  type OrganisationBody,
  operatorKeySchema,
  organisationSchema,
  type RotationBody,
  rotationSchema,
  type SupplierBody,
  type SupplierChange,
  supplierChangeSchema,
  supplierSchema,
} from './schema.js';

/** Who acts as an operator. */
export interface Operator {
  readonly context: RequestContext;
  /** The API key of the request; null for a person at the machine itself, who needs none. */
  readonly apiKeyId: string | null;
}

/** A person at the machine itself. */
export const atTheMachine = (): Operator => ({
  context: requestContext(newEventId(), undefined),
  apiKeyId: null,
});

export interface DeskOptions {
  readonly store: OperatorStore & CredentialStore;
  readonly encoder: EventEncoder;
  /** Forgets what is remembered of tokens, by their SHA-256. */
  readonly forget: (tokens: readonly Buffer[]) => Promise<void>;
}

export interface MadeKey {
  readonly key: ApiKey;
  /** Shown now and never again. */
  readonly secret: string;
}

const examineOrganisation = compileStructure<OrganisationBody>(organisationSchema);
const examineSupplier = compileStructure<SupplierBody>(supplierSchema);
const examineChange = compileStructure<SupplierChange>(supplierChangeSchema);
const examineKey = compileStructure<ApiKeyBody>(apiKeySchema);
const examineOperatorKey = compileStructure<OperatorKeyBody>(operatorKeySchema);
const examineRotation = compileStructure<RotationBody>(rotationSchema);

export type OperatorDesk = ReturnType<typeof operatorDesk>;

/**
 * What an operator sets up, whoever asks for it: the API, or the command line. Bodies are what the API documents; whatever
 * cannot be done is a RequestError of the catalogue, with its fields.
 */
export function operatorDesk({ store, encoder, forget }: DeskOptions) {
  return {
    async createOrganisation(
      body: unknown,
      { context, apiKeyId }: Operator,
    ): Promise<Organisation & { readonly import_supplier: ImportSupplier | null }> {
      const { organisation, name = organisation, import_supplier: first } = valid(examineOrganisation(body));
      const supplier = first && newSupplier(organisation, first, apiKeyId);
      const made = await store.createOrganisation(
        { organisation, name },
        supplier && { supplier, event: supplierCreated(encoder, context, supplier) },
      );
      if (made === 'exists') throw new RequestError('already_exists');
      return { ...made.organisation, import_supplier: made.supplier ?? null };
    },

    listOrganisations: (page: Page): Promise<Organisation[]> => store.listOrganisations(page),

    async createSupplier(
      organisation: string,
      body: unknown,
      { context, apiKeyId }: Operator,
    ): Promise<ImportSupplier> {
      const supplier = newSupplier(organisation, valid(examineSupplier(body)), apiKeyId);
      const made = await store.createSupplier(supplier, supplierCreated(encoder, context, supplier));
      if (made === 'no_organisation') throw new RequestError('not_found');
      if (made === 'exists') throw new RequestError('already_exists');
      return made;
    },

    listSuppliers: async (organisation: string, page: Page): Promise<ImportSupplier[]> =>
      found(await store.listSuppliers(organisation, page)),

    findSupplier: async (organisation: string, name: string): Promise<ImportSupplier> =>
      found(await store.findSupplier(organisation, name)),

    async changeSupplier(
      organisation: string,
      name: string,
      body: unknown,
      { context, apiKeyId }: Operator,
    ): Promise<ImportSupplier> {
      const change = valid(examineChange(body));
      const changed = await store.updateSupplier(organisation, name, apiKeyId, (now) => {
        const next = changedConfiguration(now, change);
        const events =
          next.status === now.status ? [] : [supplierStatusChanged(encoder, context, now, next.status)];
        return { next, events };
      });
      return found(changed);
    },

    async createKey(owner: KeyOwner, body: unknown): Promise<MadeKey> {
      const { label, scopes, expires_at: expiresAt } = wantedKey(owner, body);
      const made = await createApiKey(store, {
        organisation: owner,
        label,
        scopes,
        ...(expiresAt !== undefined && { expiresAt }),
      });
      if (made === 'no_organisation') throw new RequestError('not_found');
      return made;
    },

    async listKeys(owner: KeyOwner, page: Page): Promise<ApiKey[]> {
      const keys = await store.listApiKeys(owner, page);
      if (keys === 'no_organisation') throw new RequestError('not_found');
      return keys;
    },

    async rotateKey(
      owner: KeyOwner,
      apiKeyId: string,
      body: unknown,
    ): Promise<MadeKey & { readonly replaces: Rotation['old'] }> {
      const { overlap_seconds: overlapSeconds } = valid(examineRotation(body));
      const rotated = await rotateApiKey(store, { owner, apiKeyId }, overlapSeconds);
      if (rotated === undefined) throw new RequestError('not_found');
      if (rotated === 'ended') throw new RequestError('api_key_ended');
      await forget(rotated.tokens);
      return { key: rotated.made, secret: rotated.secret, replaces: rotated.old };
    },

    async revokeKey(owner: KeyOwner, apiKeyId: string): Promise<void> {
      await forget(found(await store.revokeApiKey(owner, apiKeyId)));
    },
  };
}

interface WantedKey {
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string | undefined;
}

function wantedKey(owner: KeyOwner, body: unknown): WantedKey {
  if (owner === null) return { ...valid(examineOperatorKey(body)), scopes: ['operate'] };
  const wanted = valid(examineKey(body));
  return { ...wanted, scopes: [...new Set(wanted.scopes)] };
}

function valid<Body>({ value, faults }: Examined<Body>): Body {
  if (!value) throw refusal('failed_validation', faults);
  return value;
}

function found<T>(thing: T | undefined): T {
  if (thing === undefined) throw new RequestError('not_found');
  return thing;
}
