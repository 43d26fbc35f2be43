import { type EventToAppend, processKey, processSubject } from '../event/index.js';
import type { RequestContext } from './context.js';
import { tell } from './events.js';
import type { CancellableProcess, EventEncoder, ProcessKey } from './port.js';

/** A waiting process was cancelled by its client. */
export function processCancelled(
  encoder: EventEncoder,
  context: RequestContext,
  process: CancellableProcess,
): EventToAppend {
  const { resourceType, externalIdentifier, expiryWindowEnd: expiry_window_end } = process;
  const [type, payload] =
    resourceType === 'order'
      ? [
          'data_import.order_process.cancelled',
          encoder.encode('data_import.order_process.cancelled', 'v1', {
            external_order_id: externalIdentifier,
            expiry_window_end,
          }),
        ]
      : [
          'data_import.import_process.cancelled',
          encoder.encode('data_import.import_process.cancelled', 'v1', {
            resource_type: resourceType,
            external_identifier: externalIdentifier,
            expiry_window_end,
          }),
        ];
  return tell(context, {
    type,
    payload,
    ...aboutProcess(process, process.importSupplier),
    causationId: process.acceptedEventId,
  });
}

/**
 * How a dry run ended.
 *
 * @param importSupplier `null` where there is none of the name given
 * @param error `null` where nothing is wrong
 */
export function dryRunEnded(
  encoder: EventEncoder,
  context: RequestContext,
  of: ProcessKey,
  importSupplier: string | null,
  error: { readonly code: string; readonly detail: string } | null,
): EventToAppend {
  const named = { resource_type: of.resourceType, external_identifier: of.externalIdentifier };
  const [type, payload] = error
    ? [
        'data_import.import_process.dry_run_error',
        encoder.encode('data_import.import_process.dry_run_error', 'v1', {
          ...named,
          error_code: error.code,
          error_detail: error.detail,
        }),
      ]
    : [
        'data_import.import_process.dry_run_complete',
        encoder.encode('data_import.import_process.dry_run_complete', 'v1', named),
      ];
  return tell(context, { type, payload, ...aboutProcess(of, importSupplier) });
}

function aboutProcess(
  { organisation, resourceType, externalIdentifier }: ProcessKey,
  importSupplier: string | null,
) {
  return {
    organisation,
    key: processKey(organisation, resourceType, externalIdentifier),
    subject: processSubject(resourceType, externalIdentifier),
    importSupplier,
  };
}
