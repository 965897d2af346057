// What a screen declares, and what components read of it: the application puts the options into the framework's
// definition of the resource.
import type { Side, StaffRole } from '@fairturn/contract/backoffice/roles'
import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { type RecordToStringFunction, useResourceDefinition } from 'react-admin'
import type { CallName, DataOf } from './api.ts'

/** Groups of the menu, in order; within a group, screens keep the order of their declarations. */
export const GROUPS = ['queues', 'money', 'people', 'site', 'ledger'] as const

type CallOf<Data> = { [Name in CallName]: DataOf<Name> extends Data ? Name : never }[CallName]
type Page = LazyExoticComponent<ComponentType>

export interface ScreenOptions {
  readonly group: (typeof GROUPS)[number]
  /** Roles to which the screen is shown. The server enforces access; this only hides what it would refuse. */
  readonly reads: readonly StaffRole[]
  readonly changes: readonly StaffRole[]
  /** The side whose work all of its changes are. */
  readonly side?: Side
  /** The calls for its list and for one record. */
  readonly source?: {
    readonly list: CallOf<{ list: readonly { _id: string }[] }>
    readonly one?: CallOf<{ _id: string }>
  }
}

export const PAGE_ACTIONS = ['list', 'show', 'create', 'edit'] as const
export type PageAction = (typeof PAGE_ACTIONS)[number]

export interface Screen extends ScreenOptions {
  readonly icon: ComponentType
  readonly list: Page
  readonly show?: Page
  readonly create?: Page
  readonly edit?: Page
  readonly recordRepresentation?: string | RecordToStringFunction
}

export type Screens = Readonly<Record<string, Screen>>

/** A page whose code is loaded when it is opened. */
export const lazily = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page => lazy(async () => ({ default: (await load())[name] }))

/** Whether the screen is shown to this role for reading (`list`, `show`) or for changes. */
export const isOffered = (screen: ScreenOptions | undefined, role: StaffRole, action: string): boolean =>
  (action === 'list' || action === 'show' ? screen?.reads : screen?.changes)?.includes(role) ?? false

/** Whether the operator's side makes the screen's changes; everybody reads. */
export const isOnSide = (screen: ScreenOptions | undefined, side: Side | null, action: string): boolean =>
  action === 'list' || action === 'show' || screen?.side === undefined || screen.side === side

/** Of the named screen, or the current one; undefined outside the screens. */
export const useScreenOptions = (resource?: string): ScreenOptions | undefined =>
  useResourceDefinition<ScreenOptions>(resource === undefined ? {} : { resource }).options
