// Addresses that people type by what the menu says, such as /payment-files.

/** Names by which colleagues know a screen in any language. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'csv-mappings': 'bank-mappings',
  'payment-files': 'payout-batches',
}

/** `Tệp thanh toán` as an address: tep-thanh-toan. */
const asAddress = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('đ', 'd')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The screen whose name the address is; undefined for any other. */
export function screenNamed(
  pathname: string,
  screens: readonly string[],
  namesOf: (screen: string) => readonly string[],
): string | undefined {
  const typed = asAddress(pathname)
  const other = OTHER_NAMES[typed]
  if (other !== undefined && screens.includes(other)) return other
  return screens.find((screen) => namesOf(screen).some((name) => asAddress(name) === typed))
}
