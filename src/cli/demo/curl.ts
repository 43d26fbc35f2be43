/** Commands that work as they are printed: progress, what failed and why, and one more import. */
export function curlCommands(url: string, token: string, importSupplier: string): string {
  const authorization = `-H 'Authorization: Token ${token}'`;
  const payload = {
    external_identifier: `${importSupplier}-by-hand`,
    import_supplier: importSupplier,
    account: { billing_address: { line_1: '1 Mill Lane', postcode: 'LS1 4AP' } },
    customers: [{ given_name: 'Ada', family_name: 'Brook', email: 'ada.brook@example.org' }],
  };
  return [
    `curl -s ${authorization} ${url}/v1/query/import-suppliers/${importSupplier}`,
    `curl -s ${authorization} '${url}/v1/query/import-processes?import_supplier=${importSupplier}&state=error&limit=3'`,
    `curl -s ${authorization} -H 'Content-Type: application/json' \\\n    -d '${JSON.stringify(payload)}' \\\n    ${url}/v1/data-import/accounts/`,
  ]
    .map((command) => `  ${command}`)
    .join('\n\n');
}
