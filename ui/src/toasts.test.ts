import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissEarlierToasts,
  dismissToast,
  keepToast,
  releaseToast,
  shownToasts,
  subscribeToasts,
  toast,
} from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const shown of shownToasts()) dismissToast(shown.id)
  vi.runAllTimers()
  vi.useRealTimers()
})

test('a toast starts to collapse after 5000 ms', () => {
  toast('saved')
  vi.advanceTimersByTime(4999)
  expect(shownToasts()).toMatchObject([{ leaving: false }])
  vi.advanceTimersByTime(1)
  expect(shownToasts()).toMatchObject([{ leaving: true }])
})

test('a toast that is being read stays, and another 5000 ms afterwards', () => {
  const id = toast('saved')
  vi.advanceTimersByTime(4000)
  keepToast(id)
  vi.advanceTimersByTime(60_000)
  expect(shownToasts()).toMatchObject([{ leaving: false }])
  releaseToast(id)
  vi.advanceTimersByTime(5300)
  expect(shownToasts()).toHaveLength(0)
})

test('a dismissed toast collapses for 300 ms and is then removed', () => {
  const id = toast('saved', 'success')
  dismissToast(id)
  expect(shownToasts()).toMatchObject([{ id, leaving: true }])
  vi.advanceTimersByTime(299)
  expect(shownToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(shownToasts()).toHaveLength(0)
})

test('a duplicate of a visible toast is not added', () => {
  expect(toast('error, please try again', 'error')).toBe(toast('error, please try again', 'error'))
  expect(shownToasts()).toHaveLength(1)
})

test('a fourth toast dismisses the oldest', () => {
  for (const words of ['one', 'two', 'three', 'four']) toast(words)
  vi.advanceTimersByTime(300)
  expect(shownToasts().map((shown) => shown.message)).toEqual(['two', 'three', 'four'])
})

test('subscribers are notified of every change until they unsubscribe', () => {
  const heard = vi.fn<() => void>()
  const stop = subscribeToasts(heard)
  toast('once')
  stop()
  toast('twice')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('another screen dismisses what was said before, even while it is held, and keeps what its action says', () => {
  const earlier = toast('saved')
  keepToast(earlier)
  vi.advanceTimersByTime(2000)
  const ofThisAction = toast('sent')
  dismissEarlierToasts()
  expect(shownToasts()).toMatchObject([
    { id: earlier, leaving: true },
    { id: ofThisAction, leaving: false },
  ])
})
