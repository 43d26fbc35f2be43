/**
 * The parts of an accepted account payload that running the import reads. Intake has validated every row before it
 * was stored; what is not named here (phones, addresses, notes) leads to nothing.
 */
export interface AccountPayload {
  readonly account: {
    /** The number the account shall have; one is made where it is left out. */
    readonly number?: string;
    readonly communication_preferences?: CommunicationPreferences;
  };
  readonly customers: readonly Customer[];
  readonly supply_points?: readonly SupplyPoint[];
  readonly ledgers?: readonly Ledger[];
  readonly metadata?: readonly { readonly key: string; readonly value: string }[];
  readonly documents?: readonly DocumentReference[];
  readonly campaigns?: readonly Campaign[];
}

export interface CommunicationPreferences {
  readonly requires_postal_comms?: boolean;
  readonly preferred_language_for_comms?: string;
  readonly document_accessibility?: string;
}

export interface Customer {
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string;
  readonly psr_records?: readonly PsrRecord[];
}

/** An entry of the priority services register. */
export interface PsrRecord {
  readonly description: string;
  readonly electricity_industry_code: string;
  readonly gas_industry_code: string;
}

export interface SupplyPoint {
  readonly market_name: string;
  /** MPAN in an electricity market, MPRN in a gas market. */
  readonly external_identifier: string;
  /** `YYYY-MM-DD`; a registration is asked for where it is given. */
  readonly supply_start_date?: string;
  readonly agreement?: { readonly product_code: string; readonly valid_from: string };
}

export interface Ledger {
  readonly number: string;
  /** Whole pence: positive in the customer's favour, negative where the customer owes. */
  readonly opening_balance?: number;
}

export interface DocumentReference {
  readonly kind: string;
  /** Below the supplier's root location, with a leading slash. */
  readonly path: string;
}

export interface Campaign {
  readonly name: string;
}
