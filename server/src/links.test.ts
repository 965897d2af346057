// The link service on a server of its own: whatever is asked of it, people get one of its pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { createTestDatabase, testClock, type TestDatabase } from '../test/database.ts'
import { loadConfig } from './config.ts'
import { linkServer } from './links.ts'

let database: TestDatabase
let links: FastifyInstance

beforeAll(async () => {
  const config = loadConfig({
    DATABASE_URL: 'postgres://unused',
    SECRET: 'a secret of the tests, long enough',
    DATA_DIR: '/nonexistent',
    LOG_LEVEL: 'silent',
  })
  database = await createTestDatabase({ clock: testClock() })
  links = await linkServer({ config, database })
})
afterAll(async () => {
  await links.close()
  await database.close()
})

test.each(['/r/%', '/r/%zz', '/%ff', '/r/abc%', '/nothing'])(
  '%s gets the page of an unknown link',
  async (url) => {
    const answer = await links.inject({ method: 'GET', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.body).not.toContain('FST_')
  },
)
