/// <reference types="node" />
import { afterEach, expect, it, vi } from 'vitest'
import { listenToEvents, type LiveEvent } from './live-stream.ts'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

/** Each element is one connection: its chunks, and whether it stays open after them. */
function connections(...all: { pieces: string[]; stays?: boolean }[]) {
  let opened = 0
  const open = async () => {
    const next = all[opened++]
    if (!next) throw new TypeError('no network')
    return new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of next.pieces) controller.enqueue(Uint8Array.from(Buffer.from(piece, 'latin1')))
        if (!next.stays) controller.close()
      },
    })
  }
  return { open, opened: () => opened }
}

function listen(open: Parameters<typeof listenToEvents>[0]['open']) {
  const heard: LiveEvent[] = []
  let reopened = 0
  const stop = listenToEvents({
    open,
    onEvent: (event) => heard.push(event),
    onReopened: () => (reopened += 1),
    firstWaitMs: 1,
  })
  stops.push(stop)
  return { heard, stop, reopened: () => reopened }
}

it('events are parsed whatever the chunks, split characters included', async () => {
  const bytes = Buffer.from('event: award\ndata: {"recipient":"Nguyễn"}\n\n').toString('latin1')
  const cut = bytes.indexOf('\u00e1') + 1
  const { open } = connections({
    pieces: [': open\n\nev', `ent: order\ndata: {"a":1}\n\n${bytes.slice(0, cut)}`, bytes.slice(cut)],
    stays: true,
  })
  const { heard } = listen(open)
  await vi.waitFor(() => expect(heard).toHaveLength(2))
  expect(heard).toEqual([
    { kind: 'order', data: { a: 1 } },
    { kind: 'award', data: { recipient: 'Nguyễn' } },
  ])
})

it('an unreadable event is skipped', async () => {
  const { open } = connections({
    pieces: ['data: {broken\n\ndata: 7\n\nevent: balance\ndata: {}\n\n'],
    stays: true,
  })
  const { heard } = listen(open)
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'balance', data: {} }]))
})

it('after a break it reconnects and reports it, because events may have been missed', async () => {
  const { open, opened } = connections(
    { pieces: [] },
    { pieces: ['event: order\ndata: {}\n\n'], stays: true },
  )
  const { heard, reopened } = listen(open)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(opened()).toBe(2)
  expect(reopened()).toBe(1)
})

it('once stopped it does nothing more', async () => {
  const { open, opened } = connections({ pieces: ['event: order\ndata: {}\n\n'], stays: true })
  const { heard, stop } = listen(open)
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  vi.useFakeTimers()
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  vi.useRealTimers()
  expect(opened()).toBe(1)
})
