// One mutation, such as "take this order": sent once, and retried under the same idempotency key while its outcome is
// unknown.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiFailure } from './failure.ts'
import { newKey } from './transport.ts'

/** Idempotency keys of inputs whose outcome is unknown. */
export interface OpenKeys {
  get: (input: string) => string | undefined
  set: (input: string, key: string) => unknown
  delete: (input: string) => unknown
}

export interface ActionParts<Input, Answer> {
  run: (input: Input, key: string) => Promise<Answer>
  /** What identifies an action, so that a retry has the same key; by default the whole input. */
  identity?: (input: Input) => unknown
  /** Where keys are stored; by default only that of the last input, while the screen is mounted. */
  keys?: OpenKeys
  onDone?: (answer: Answer, input: Input) => unknown
  onFailed?: (failure: ApiFailure, input: Input) => unknown
}

export interface Action<Input> {
  start: (input: Input) => void
  busy: boolean
  failure: ApiFailure | null
  forget: () => void
}

/** Runs an action under the key that this input already has because its outcome is unknown, or a new one. */
export async function runWithKey<Answer>(
  keys: OpenKeys,
  input: string,
  run: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = keys.get(input) ?? newKey()
  keys.set(input, key)
  try {
    const answer = await run(key)
    keys.delete(input)
    return answer
  } catch (error) {
    if (error instanceof ApiFailure && error.outcomeIsKnown) keys.delete(input)
    throw error
  }
}

export function useAction<Input, Answer>({
  run,
  identity = (input) => input,
  keys,
  onDone,
  onFailed,
}: ActionParts<Input, Answer>): Action<Input> {
  const last = useRef(new Map<string, string>())
  // A ref: two taps can arrive before a re-render, so `isPending` would let the second one through.
  const running = useRef(false)
  const mutation = useMutation({
    async mutationFn(input: Input) {
      const text = JSON.stringify(identity(input)) ?? ''
      // Another input is another action, whatever the outcome of the previous one.
      if (!last.current.has(text)) last.current.clear()
      try {
        return await runWithKey(keys ?? last.current, text, (key) => run(input, key))
      } finally {
        running.current = false
      }
    },
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (error, input) => error instanceof ApiFailure && onFailed?.(error, input),
  })
  return {
    start(input) {
      if (running.current) return
      running.current = true
      mutation.mutate(input)
    },
    busy: mutation.isPending,
    failure: mutation.error instanceof ApiFailure ? mutation.error : null,
    forget: mutation.reset,
  }
}
