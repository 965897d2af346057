// The confirmation that a call waits for. There is one dialog (members/security/ConfirmSession.tsx), and one request at a
// time: further calls that need the same wait for its outcome.

export interface ConfirmationRequest {
  /** Wire string: the payment to confirm; undefined for everything that is no payment. */
  readonly total: string | undefined
  readonly outcome: Promise<boolean>
  /** Ends the request: whether it was confirmed. */
  readonly end: (confirmed: boolean) => void
}

let open: ConfirmationRequest | undefined
const listeners = new Set<() => void>()

function change(next: ConfirmationRequest | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the dialog; resolves to whether the member has confirmed. */
export async function requestConfirmation(total: string | undefined): Promise<boolean> {
  if (open !== undefined) {
    const { outcome, total: firstTotal } = open
    const confirmed = await outcome
    return firstTotal === total ? confirmed : await requestConfirmation(total)
  }
  let resolve: (confirmed: boolean) => void
  const outcome = new Promise<boolean>((settle) => (resolve = settle))
  const end = (confirmed: boolean) => {
    change(undefined)
    resolve(confirmed)
  }
  change({ total, outcome, end })
  return await outcome
}

export const openConfirmation = (): ConfirmationRequest | undefined => open

export function subscribeConfirmations(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
