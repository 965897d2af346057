import type { LookKind } from '@fairturn/contract/backoffice/looks'
import type { Named } from '@fairturn/contract/backoffice/names'
import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Database, Tx } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'

export interface Viewer {
  readonly member_id: string
  readonly session_id: string
  readonly lock: 'conduct' | 'security' | null
  /** The version of the terms in force that the member has not agreed to. */
  readonly terms_due: number | null
  /** When the access token expires. */
  readonly expires_at: Date
}

/** `says_lock`: under a security lock it refuses your_account_has_been_locked instead of session_has_ended. */
export type FindViewer = (token: string, options?: { saysLock?: boolean }) => Promise<Viewer>

/** The calling operator. */
export interface Operator {
  readonly operator_id: string
  readonly session_id: string
  readonly username: string
  readonly role: StaffRole
  /** Of who moves money: what counts now, and what follows from when. */
  readonly side: Side | null
  readonly next_side: Side | null
  readonly next_side_from: Date | null
  readonly expires_at: Date
  /** Time of the last verification: sign-in or confirmation (step-up authentication). */
  readonly confirmed_at: Date
}

/** Whose data a call has shown in full. */
export interface Looks {
  readonly members: readonly string[]
  /** What the operator gave as the reason, where the call asks for one. */
  readonly reason?: string
}

export interface App {
  readonly config: Config
  readonly database: Database
  /** Storage of uploaded files. */
  readonly files: FileStore
  /** Refuses token_is_expired, token_is_invalid, session_has_ended. Wired by web.ts to members. */
  readonly findViewer: FindViewer
  /** Refuses your_account_has_been_locked under a security lock, and locks the member so that none begins meanwhile. */
  readonly refuseLockedOut: (tx: Tx, member_id: string) => Promise<void>
  /** Refuses staff_session_has_ended. Wired by web.ts to staff. */
  readonly findOperator: (request: FastifyRequest) => Promise<Operator>
  /** Names of the operators of a side, for whom its work waits. Wired by web.ts to staff. */
  readonly waitsFor: (side: Side) => Promise<string[]>
  /** Records in the audit log that an operator was shown members' data in full. Wired by web.ts to staff. */
  readonly recordLooks: (operator: Operator, kind: LookKind, looks: Looks) => Promise<void>
  /** Names of the ids in an answer that the role may read. Wired by web.ts to overview. */
  readonly namesIn: (role: StaffRole, answer: unknown) => Promise<Named[]>
  /**
   * Called for every request with a valid session. Wired by web.ts to tracking, which must recognise members' own
   * devices.
   */
  readonly seen: (viewer: Viewer, request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export interface Routes {
  readonly fastify: FastifyInstance
  readonly app: App
}
