import type { Checkable, Checked } from '@fairturn/contract/proof/check'
// Runs the check of a proof in a worker of its own, so that the screen answers meanwhile.

export type CheckRequest = Checkable
export type CheckAnswer = { checked: Checked } | { error: string }

/** Rejects if the check itself fails, or no worker can be started: a check that did not run never passes. */
export function checkApart(input: CheckRequest): Promise<Checked> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  const checked = new Promise<Checked>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
      if ('checked' in data) resolve(data.checked)
      else reject(new Error(data.error))
    })
    worker.addEventListener('error', () => reject(new Error('the check could not be started')))
    worker.postMessage(input, [])
  })
  return checked.finally(() => worker.terminate())
}
