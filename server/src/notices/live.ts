// Live events (server-sent events): one listener per process, one stream per app, which ends with its session or token and
// buffers only a few messages (live.test.ts).
import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_ENDED } from '../members/members.ts'
import { statement } from '../platform/database/statement.ts'
import type { App, Viewer } from '../platform/http/app.ts'
import { bearerOf } from '../platform/http/bind.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { LIVE_CHANNEL, type LiveEvent } from './notices.ts'

const HEARTBEAT_MS = 20_000
/**
 * Per member over all processes: a stream ends when this many newer ones are open, because the oldest may be a dead
 * connection. After a process was killed, its members' streams elsewhere may end early, once.
 */
const MAX_STREAMS_PER_MEMBER = 10
const MAX_STREAMS_PER_PROCESS = 10_000
/** NOTIFY channel: announces each stream that opens (`+`) or ends (`-`): sign, member, stream. */
const STREAM_CHANNEL = 'live_streams'
const UNREAD_MAX_BYTES = 64 * 1024
/** An app fetches its first screen before it opens its stream: events it may have missed meanwhile are replayed. */
const RECENT_MS = 30_000
/** More are not needed to know what to refetch. */
const MAX_RECENT_PER_MEMBER = 20

interface LiveParts {
  readonly fastify: FastifyInstance
  readonly app: Pick<App, 'database' | 'findViewer'>
}

interface Stream {
  readonly id: string
  readonly viewer: Viewer
  readonly body: PassThrough
  /** The member's streams, in any process, that were opened later and have not ended. */
  readonly newer: Set<string>
}

const notifyProcesses = statement(
  `-- live_tell_processes
  select pg_notify('${STREAM_CHANNEL}', $event)`,
  { params: { event: 'text' } },
)

/** `GET /api/events`. Refuses `service_is_busy`. After the event `expired` the app reconnects with a new token. */
export function liveRoutes({ fastify, app }: LiveParts, options: { heartbeatMs?: number } = {}): void {
  const streams = openStreams(async (event) => {
    await notifyProcesses.all(app.database, { event })
  })
  let beat: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>)[] = []

  fastify.addHook('onReady', async () => {
    unlisten = [
      // Events during a lost connection are lost; apps refetch when their stream reconnects.
      await app.database.listen(
        LIVE_CHANNEL,
        (payload) => streams.send(JSON.parse(payload) as LiveEvent),
        streams.endAll,
      ),
      await app.database.listen(SESSION_ENDED, streams.endSession),
      await app.database.listen(STREAM_CHANNEL, streams.receiveStreamEvent),
    ]
    beat = setInterval(
      () => streams.beat(app.database.clock.now()),
      options.heartbeatMs ?? HEARTBEAT_MS,
    ).unref()
  })
  fastify.addHook('preClose', async () => {
    clearInterval(beat)
    streams.endAll()
  })
  fastify.addHook('onClose', async () => {
    for (const stop of unlisten) await stop()
  })

  // No HEAD route: it would open a stream that nobody reads.
  fastify.get(
    '/api/events',
    { exposeHeadRoute: false },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const token = orRefuse(bearerOf(request), 'token_is_invalid')
      const viewer = await app.findViewer(token)
      const body = streams.open(viewer)
      // Re-checked now that events arrive: the session may have ended in between (race).
      app.findViewer(token).catch(() => body.end())
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(body)
    },
  )
}

function openStreams(notifyOthers: (event: string) => Promise<void>) {
  const byMember = new Map<string, Set<Stream>>()
  const bySession = new Map<string, Set<Stream>>()
  const all = new Set<Stream>()
  const recent = new Map<string, { readonly text: string; readonly untilMs: number }[]>()

  function open(viewer: Viewer): PassThrough {
    if (all.size >= MAX_STREAMS_PER_PROCESS) throw refuse('service_is_busy')
    const stream: Stream = { id: randomUUID(), viewer, body: new PassThrough(), newer: new Set() }
    recordOpened(viewer.member_id, stream.id)
    all.add(stream)
    addTo(byMember, viewer.member_id, stream)
    addTo(bySession, viewer.session_id, stream)
    // Ordered: its end must not be announced before its start.
    const announced = notifyOthers(`+ ${viewer.member_id} ${stream.id}`).catch(() => undefined)
    stream.body.once('close', () => {
      forget(stream)
      recordEnded(viewer.member_id, stream.id)
      void announced.then(() => notifyOthers(`- ${viewer.member_id} ${stream.id}`)).catch(() => undefined)
    })
    stream.body.on('error', () => forget(stream))
    stream.body.write(': open\n\n')
    for (const { text, untilMs } of recent.get(viewer.member_id) ?? [])
      if (untilMs > performance.now()) stream.body.write(text)
    return stream.body
  }

  function recordOpened(member_id: string, id: string): void {
    const own = [...(byMember.get(member_id) ?? [])]
    // It came back through the database.
    const at = own.findIndex((stream) => stream.id === id)
    for (const stream of at < 0 ? own : own.slice(0, at)) {
      stream.newer.add(id)
      if (stream.newer.size >= MAX_STREAMS_PER_MEMBER) close(stream)
    }
  }

  function recordEnded(member_id: string, id: string): void {
    for (const stream of byMember.get(member_id) ?? []) stream.newer.delete(id)
  }

  function receiveStreamEvent(payload: string): void {
    const [sign, member_id = '', id = ''] = payload.split(' ')
    if (sign === '+') recordOpened(member_id, id)
    else recordEnded(member_id, id)
  }

  function forget(stream: Stream): void {
    all.delete(stream)
    removeFrom(byMember, stream.viewer.member_id, stream)
    removeFrom(bySession, stream.viewer.session_id, stream)
  }

  function close(stream: Stream, lastWords?: string): void {
    forget(stream)
    stream.body.end(lastWords)
  }

  function write(stream: Stream, text: string): void {
    stream.body.write(text)
    if (stream.body.writableLength + stream.body.readableLength <= UNREAD_MAX_BYTES) return
    forget(stream)
    stream.body.destroy()
  }

  function send({ to, kind, data }: LiveEvent): void {
    const text = `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`
    for (const stream of to === 'everyone' ? all : (byMember.get(to) ?? [])) write(stream, text)
    if (to !== 'everyone') keepRecent(to, text)
  }

  function keepRecent(member_id: string, text: string): void {
    const kept = recent.get(member_id) ?? []
    kept.push({ text, untilMs: performance.now() + RECENT_MS })
    if (kept.length > MAX_RECENT_PER_MEMBER) kept.shift()
    // Re-inserted, so that the map stays ordered by last event and expiry stops at the first fresh entry.
    recent.delete(member_id)
    recent.set(member_id, kept)
    for (const [id, events] of recent) {
      if (events.at(-1)!.untilMs > performance.now()) break
      recent.delete(id)
    }
  }

  function beat(now: Date): void {
    for (const stream of all) {
      if (stream.viewer.expires_at <= now) close(stream, 'event: expired\ndata: {}\n\n')
      else write(stream, ': beat\n\n')
    }
  }

  return {
    open,
    send,
    beat,
    receiveStreamEvent,
    endSession: (session_id: string) =>
      (bySession.get(session_id) ?? new Set()).forEach((stream) => close(stream)),
    endAll: () => all.forEach((stream) => close(stream)),
  }
}

function addTo(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const kept = streams.get(key)
  if (kept === undefined) streams.set(key, new Set([stream]))
  else kept.add(stream)
}

function removeFrom(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const kept = streams.get(key)
  kept?.delete(stream)
  if (kept?.size === 0) streams.delete(key)
}
