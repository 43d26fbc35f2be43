import { shared } from '../../src/projector/define.js';
import { joinSupplyPoints } from './join-supply-points.js';
import { leaveSupplyPoints } from './leave-supply-points.js';
import { type ProcessName, processName, type Told, told } from './names.js';
import { type PointStepTimes, pointSteps } from './steps.js';

export interface SupplyPointName extends ProcessName {
  readonly market_name: string;
  /** MPAN or MPRN. */
  readonly external_identifier: string;
}

export interface SupplyPointRow extends SupplyPointName, Told, PointStepTimes {
  readonly market_identifier: string | null;
  /** Its stamp is that of the newest list of the process that names it. */
  readonly listed: boolean | null;
  readonly activation_journey_type: string | null;
  readonly requested_supply_start_date: string | null;
  readonly confirmed_supply_start_date: string | null;
  readonly requested_supply_end_date: string | null;
  readonly confirmed_supply_end_date: string | null;
  /** What enrollment says of it. */
  readonly confirmed_ssd: string | null;
  readonly was_cancelled: boolean | null;
  readonly past_ssd_at: string | null;
  readonly no_longer_coming_at: string | null;
}

/** One row a supply point of a process: its journey, the dates asked for and confirmed. */
export const supplyPoints = shared<SupplyPointRow, keyof SupplyPointName>({
  key: [...processName, 'market_name', 'external_identifier'],
  merge: {
    ...told,
    ...pointSteps,
    market_identifier: 'latest',
    listed: 'latest',
    activation_journey_type: 'latest',
    requested_supply_start_date: 'latest',
    confirmed_supply_start_date: 'latest',
    requested_supply_end_date: 'latest',
    confirmed_supply_end_date: 'latest',
    confirmed_ssd: 'latest',
    was_cancelled: 'latest',
    past_ssd_at: 'greatest',
    no_longer_coming_at: 'greatest',
  },
  on: { ...joinSupplyPoints, ...leaveSupplyPoints },
});
