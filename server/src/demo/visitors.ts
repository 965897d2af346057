// Visitors of the demo: invented people at documentation addresses.

/** An address of the ranges kept for documentation (RFC 5737, RFC 3849) and a plain browser. */
export function visitorOf(seed: number) {
  const blocks = ['192.0.2', '198.51.100', '203.0.113']
  const address =
    seed % 3 === 0 ? `2001:db8:${(seed % 0xffff).toString(16)}::1` : `${blocks[seed % 3]}.${(seed % 253) + 1}`
  return { address, agent: `Mozilla/5.0 (demo visitor ${seed % 9973})` }
}
