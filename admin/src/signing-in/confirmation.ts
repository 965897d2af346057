// Asking the operator to confirm, from wherever a call requires it: one dialog, however many calls wait for
// it.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Names who asks; returns what takes the name back. */
export function onConfirmationRequired(asks: Ask): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = undefined
  }
}

/** Resolves with whether the operator has confirmed now. */
export function confirmed(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
