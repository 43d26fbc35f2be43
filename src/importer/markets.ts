export type Fuel = 'electricity' | 'gas';

const fuels: Readonly<Record<string, Fuel>> = { electricity: 'electricity', gas: 'gas' };

/** The fuel of a market. Intake refuses markets that are not known here, so not to know one is a fault of ours. */
export function fuelOf(marketName: string): Fuel {
  const fuel = Object.hasOwn(fuels, marketName) ? fuels[marketName] : undefined;
  if (!fuel) throw new Error(`market ${marketName} was accepted but is not known to the importer`);
  return fuel;
}
