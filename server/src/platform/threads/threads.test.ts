// A thread that exceeds its time or memory is terminated, and no other request fails because of it.
import { describe, expect, test } from 'vitest'
import { Refusal } from '../http/refusal.ts'
import { openThread, type ThreadOptions } from './threads.ts'

const WORKER_THREAD = new URL('worker-thread.ts', import.meta.url).href
const REFUSAL = new URL('../http/refusal.ts', import.meta.url).href

/** A thread with the given program; each request says what it should do. */
const open = (limits: Partial<ThreadOptions> = {}) => {
  const text = `
    import { answerRequests } from ${JSON.stringify(WORKER_THREAD)}
    import { refuse } from ${JSON.stringify(REFUSAL)}
    await answerRequests((request) => {
      if (request === 'hang') for (;;);
      if (request === 'grow') for (const kept = []; ;) kept.push(Array.from({ length: 10_000 }, () => ({ n: 1 })))
      if (request === 'throw') throw new Error('a fault')
      if (request === 'exit') process.exit(0)
      if (request === 'refuse') throw refuse('bank_file_is_not_readable', { why: 'empty' })
      return request
    })`
  return openThread<string, string>({
    program: new URL(`data:text/javascript,${encodeURIComponent(text)}`),
    maxMemoryMb: 32,
    timeoutMs: 5_000,
    maxWaiting: 5,
    ...limits,
  })
}
const failing = (reason: string) => expect.objectContaining({ name: 'ThreadFailure', reason })

describe('a thread', () => {
  test('responds in order, and passes on a refusal with its details', async () => {
    const thread = open()
    expect(await Promise.all(['a', 'b', 'c'].map((each) => thread.run(each)))).toEqual(['a', 'b', 'c'])
    const refused = thread.run('refuse')
    await expect(refused).rejects.toBeInstanceOf(Refusal)
    await expect(refused).rejects.toMatchObject({
      code: 'bank_file_is_not_readable',
      details: { why: 'empty' },
    })
  })

  test.each([
    ['hang', 'timeout'],
    ['grow', 'out_of_memory'],
    ['throw', 'failed'],
    ['exit', 'failed'],
  ])('that does "%s" fails only that request: %s', async (request, reason) => {
    const thread = open({ timeoutMs: request === 'hang' ? 1_000 : 20_000 })
    const answers = await Promise.allSettled([thread.run('before'), thread.run(request), thread.run('after')])
    expect(answers).toEqual([
      { status: 'fulfilled', value: 'before' },
      { status: 'rejected', reason: failing(reason) },
      { status: 'fulfilled', value: 'after' },
    ])
  })

  test('refuses when too many requests wait, and does not block the main thread', async () => {
    const thread = open({ maxWaiting: 2, timeoutMs: 500 })
    const hanging = [thread.run('hang'), thread.run('hang')].map((each) => each.catch(() => 'ended'))
    await expect(thread.run('one more')).rejects.toMatchObject({ code: 'service_is_busy' })
    expect(await Promise.all(hanging)).toEqual(['ended', 'ended'])
    expect(await thread.run('again')).toBe('again')
  })
})
