// Text that was typed and not sent yet outlives the menu, another language's tab, a reload and an ended session: it is kept in
// this browser tab for this operator, form and record until it is sent or discarded, and at most as long as shell/store.ts says
// (e2e/desk.e2e.ts, decision 098).
import { Alert, Button } from '@mui/material'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { DRAFT_PREFIX, filterOperator, isDraftOver, type StoredDraft } from '../shell/store.ts'

/** Texts that are never kept: secrets, and who is paid and where, which is copied again rather than found typed. */
const NEVER_KEPT = /password|otp|code|secret|token|iban|account|bic|payer|payee|^(?:holder|city|country)$/i

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'object' &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.values(value).every((item) => item === undefined || isPlain(item)))

const isSecret = (name: string, value: unknown): value is string =>
  typeof value === 'string' && NEVER_KEPT.test(name)

/** A bank file's `columns` name where in the file an account is, and are nobody's account. */
const isGroup = (name: string, value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'columns'

const keptOf = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !isSecret(name, value) && isPlain(value) && value !== '')
      .map(([name, value]) => [name, isGroup(name, value) ? keptOf(value) : value]),
  )

/** What of a form's values is not kept. */
const secretsIn = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    isGroup(name, value)
      ? secretsIn(value)
      : isSecret(name, value) && value !== ''
        ? [`${name} ${value}`]
        : [],
  )

const leavesOut = (values: object, defaults: object = {}): boolean =>
  secretsIn(values).join('\n') !== secretsIn(defaults).join('\n')

/** Whether an operator has put something into a form that it did not begin with. */
export const isTyped = (values: object, defaults: object): boolean =>
  Object.entries(keptOf(values)).some(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify((defaults as Record<string, unknown>)[name] ?? null),
  )

function readDraft(key: string): StoredDraft | undefined {
  const stored = sessionStorage.getItem(key)
  if (stored === null) return undefined
  const draft = JSON.parse(stored) as StoredDraft
  return isDraftOver(draft, Date.now()) ? undefined : draft
}

interface Props {
  /** The call, which tells most forms of one page apart. */
  form: string
  /** The record that the form is about, and what else tells forms of one call apart: text about one is never offered for another. */
  about?: unknown
  version?: number
}

export interface Drafts {
  /** For the form's children; `storage_key` is also the key of the form, so that another record gets another form. */
  readonly keeper: { readonly storageKey: string | undefined; readonly version?: number }
  /** After the text was sent. */
  clear: (this: void) => void
}

/** `keeper` belongs into `<DraftKeeper>` inside the form. */
export function useDrafts({ form, about, version }: Props): Drafts {
  const { pathname } = useLocation()
  const operator_id = filterOperator()
  // Before signing in nothing is kept.
  const storageKey =
    operator_id === ''
      ? undefined
      : `${DRAFT_PREFIX}${operator_id} ${pathname} ${form} ${JSON.stringify(about ?? null)}`
  return {
    keeper: { storageKey, ...(version !== undefined && { version }) },
    clear() {
      if (storageKey !== undefined) sessionStorage.removeItem(storageKey)
    },
  }
}

interface KeeperProps {
  children: ReactNode
  /** The inputs hold no text of their own, and show the form's values when a draft is discarded as they are. */
  inPlace?: boolean
}

/**
 * The inputs of a form: with its draft if there is one, which it says, and kept from then on as they are typed. They are mounted
 * after the draft is restored, and again when it is discarded: an input that holds text of its own begins with the form's values.
 */
export function DraftKeeper({
  storageKey,
  version,
  children,
  inPlace = false,
}: Drafts['keeper'] & KeeperProps) {
  const translate = useTranslate()
  const { getValues, reset, formState } = useFormContext()
  const { defaultValues, isDirty, isReady } = formState
  const values = useWatch()
  const [draft, setDraft] = useState(() => (storageKey === undefined ? undefined : readDraft(storageKey)))
  const [opened, setOpened] = useState(draft === undefined ? 1 : 0)
  const restored = useRef(draft === undefined)
  useEffect(() => {
    if (storageKey === undefined || !restored.current || !isDirty) return
    const kept: StoredDraft = {
      values: keptOf(values),
      leftOut: leavesOut(values, defaultValues),
      at: Date.now(),
      ...(version !== undefined && { version }),
    }
    sessionStorage.setItem(storageKey, JSON.stringify(kept))
  }, [storageKey, version, values, defaultValues, isDirty])
  useEffect(() => {
    // The framework resets the form to its defaults when it is mounted, after this effect's first run.
    if (restored.current || !isReady) return
    restored.current = true
    reset({ ...getValues(), ...draft?.values }, { keepDefaultValues: true })
    setOpened(1)
  }, [draft, getValues, isReady, reset])
  function discard() {
    if (storageKey !== undefined) sessionStorage.removeItem(storageKey)
    reset()
    setDraft(undefined)
    if (!inPlace) setOpened(opened + 1)
  }
  const changed = draft?.version !== undefined && draft.version !== version
  return (
    <>
      {draft && (
        <Alert
          severity={changed ? 'warning' : 'info'}
          action={
            <Button color="inherit" size="small" onClick={discard}>
              {translate('app.discard_draft')}
            </Button>
          }
        >
          {translate(changed ? 'app.draft_of_before' : 'app.draft_restored')}
          {draft.leftOut && ` ${translate('app.draft_left_out')}`}
        </Alert>
      )}
      {opened > 0 && <Fragment key={opened}>{children}</Fragment>}
    </>
  )
}
