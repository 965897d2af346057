// Checks a proof away from the screen's thread: thousands of hashes take seconds on a phone.
import { checkProof } from '@fairturn/contract/proof/check'
import type { CheckAnswer, CheckRequest } from './check-apart.ts'
import { browserCryptography } from './cryptography.ts'

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  checkProof(data, browserCryptography).then(
    (checked) => answer({ checked }),
    (error: unknown) => answer({ error: String(error) }),
  )
})

function answer(message: CheckAnswer): void {
  postMessage(message)
}
