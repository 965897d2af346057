// Rendered on the server: sending needs no effect, and only what is sent matters here.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiFailure } from './failure.ts'
import { type Action, type ActionParts, useAction } from './useAction.ts'

type Input = { amount: string; password?: string }

const timeout = () => new ApiFailure({ kind: 'timeout', code: 'timeout' })
const refusal = () => new ApiFailure({ kind: 'refused', code: 'amount_is_invalid', status: 422 })

/** Renders a screen with the action; each call gets the next answer, the last one is repeated. */
function show(answers: (() => Error | undefined)[], parts: Partial<ActionParts<Input, string>> = {}) {
  const sent: string[] = []
  let action: Action<Input> | undefined
  const run = async (_input: Input, key: string) => {
    const failure = answers[Math.min(sent.length, answers.length - 1)]?.()
    sent.push(key)
    if (failure) throw failure
    return 'done'
  }
  function Screen({ onAction }: { onAction: (shown: Action<Input>) => void }) {
    onAction(useAction({ run, ...parts }))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Screen onAction={(shown) => (action = shown)} />
    </QueryClientProvider>,
  )
  const send = async (input: Input) => {
    const before = sent.length
    action!.start(input)
    await expect.poll(() => sent.length).toBe(before + 1)
    // The outcome is known one task after sending.
    await new Promise((resolve) => setTimeout(resolve))
    return sent.at(-1)!
  }
  return { send, sent, start: (input: Input) => action!.start(input) }
}

const TEN = { amount: '10.00' }

test('without a response the same input keeps its key; other input gets another', async () => {
  const { send } = show([timeout])
  const first = await send(TEN)
  expect(await send(TEN)).toBe(first)
  expect(await send({ amount: '20.00' })).not.toBe(first)
  expect(await send(TEN)).not.toBe(first)
})

test('a response, also a refusal, ends the key', async () => {
  const done = show([() => undefined])
  expect(await done.send(TEN)).not.toBe(await done.send(TEN))
  const refused = show([refusal])
  expect(await refused.send(TEN)).not.toBe(await refused.send(TEN))
})

test('the confirmation is not part of an action’s identity', async () => {
  const { send } = show([timeout], { identity: ({ amount }) => amount })
  expect(await send({ ...TEN, password: 'wrong' })).toBe(await send({ ...TEN, password: 'right' }))
})

test('stored keys outlive the screen and other input, until the outcome is known', async () => {
  const keys = new Map<string, string>()
  const first = await show([timeout], { keys }).send(TEN)
  const again = show([timeout, timeout, () => undefined], { keys })
  expect(await again.send({ amount: '20.00' })).not.toBe(first)
  expect(await again.send(TEN)).toBe(first)
  expect(await again.send(TEN)).toBe(first)
  expect(await again.send(TEN)).not.toBe(first)
})

test('two taps are one action', async () => {
  const { sent, start } = show([() => undefined])
  start(TEN)
  start(TEN)
  await expect.poll(() => sent.length).toBe(1)
})
