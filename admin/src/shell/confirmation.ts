// Requests the operator's confirmation on behalf of any call that needs it: one dialog, however many calls
// wait for it.

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Registers the dialog; returns the function that unregisters it. */
export function onConfirmationRequired(asks: Ask): () => void {
  ask = asks
  return () => {
    if (ask === asks) ask = undefined
  }
}

/** Resolves to whether the operator confirmed. */
export function confirmed(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
