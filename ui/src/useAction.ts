// One action that changes something, such as "take this order": sent once, and retried under the same key while its
// outcome is unknown.
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { newKey } from './transport.ts'
import { ApiFailure } from './failure.ts'

export interface ActionParts<Input, Answer> {
  run: (input: Input, key: string) => Promise<Answer>
  /** What makes two inputs the same action; all that is in them unless given. */
  identity?: (input: Input) => unknown
  onDone?: (answer: Answer, input: Input) => unknown
  onFailed?: (failure: ApiFailure, input: Input) => unknown
}

export interface Action<Input> {
  start: (input: Input) => void
  busy: boolean
  failure: ApiFailure | null
  forget: () => void
}

export function useAction<Input, Answer>({
  run,
  identity = (input) => input,
  onDone,
  onFailed,
}: ActionParts<Input, Answer>): Action<Input> {
  const open = useRef<{ key: string; input: string } | null>(null)
  // Two taps come faster than a screen is drawn again, so `isPending` would let the second one through.
  const running = useRef(false)
  const mutation = useMutation({
    async mutationFn(input: Input) {
      const text = JSON.stringify(identity(input)) ?? ''
      // Another input is another action, whatever became of the one before.
      if (open.current?.input !== text) open.current = { key: newKey(), input: text }
      try {
        const answer = await run(input, open.current.key)
        open.current = null
        return answer
      } catch (error) {
        if (error instanceof ApiFailure && error.outcomeIsKnown) open.current = null
        throw error
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
