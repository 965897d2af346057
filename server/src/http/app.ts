// What every route is handed. Holds no state of its own.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'

export interface Viewer {
  readonly member_id: string
  readonly session_id: string
  readonly lock: 'conduct' | 'security' | null
  /** When the access token expires. */
  readonly expires_at: Date
}

export interface App {
  readonly config: Config
  readonly database: Database
  /** Whose access token this is; refuses token_is_expired, token_is_invalid, session_has_ended. Wired by web.ts to members. */
  readonly findViewer: (token: string) => Promise<Viewer>
  /** Told of every request with a valid session; wired by web.ts to tracking, which must know members' own devices. */
  readonly seen: (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export interface Routes {
  readonly fastify: FastifyInstance
  readonly app: App
}
