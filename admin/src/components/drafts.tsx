// Text that was typed and not sent yet outlives the menu, another language's tab, a reload and an ended session: it is kept in
// this browser tab for this operator and form until it is sent or discarded, and removed by signing out (e2e/drafts.e2e.ts).
import { Alert, Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { DRAFT_PREFIX, filterOwner } from '../shell/store.ts'

/** Never kept. */
const SECRET = /password|otp|code|secret|token/i

interface Draft {
  readonly values: Readonly<Record<string, unknown>>
  /** Of what was edited; absent where it has no versions. */
  readonly version?: number
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'object' &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.values(value).every((item) => item === undefined || isPlain(item)))

const keptOf = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !SECRET.test(name) && isPlain(value) && value !== ''),
  )

function readDraft(key: string): Draft | undefined {
  const stored = sessionStorage.getItem(key)
  return stored === null ? undefined : (JSON.parse(stored) as Draft)
}

interface Props {
  /** Tells the forms of one page apart. */
  form: string
  version?: number
}

export interface Drafts {
  /** Rendered inside the form. */
  readonly keeper: Props & { storage_key: string | undefined }
  /** After the text was sent. */
  clear: (this: void) => void
}

/** `keeper` belongs into `<DraftKeeper>` inside the form. */
export function useDrafts({ form, version }: Props): Drafts {
  const { pathname } = useLocation()
  const operator_id = filterOwner()
  // Before signing in nothing is kept.
  const storage_key = operator_id === '' ? undefined : `${DRAFT_PREFIX}${operator_id} ${pathname} ${form}`
  return {
    keeper: { form, storage_key, ...(version !== undefined && { version }) },
    clear() {
      if (storage_key !== undefined) sessionStorage.removeItem(storage_key)
    },
  }
}

/** Restores the draft when the form opens, says so, and keeps what is typed from then on. */
export function DraftKeeper({ storage_key, version }: Drafts['keeper']) {
  const translate = useTranslate()
  const { setValue, reset, formState } = useFormContext()
  const { isDirty } = formState
  const values = useWatch()
  const [restored, setRestored] = useState(() =>
    storage_key === undefined ? undefined : readDraft(storage_key),
  )
  const draft = useRef(restored)
  const started = useRef(false)
  useEffect(() => {
    for (const [name, value] of Object.entries(draft.current?.values ?? {}))
      setValue(name, value, { shouldDirty: true })
  }, [setValue])
  useEffect(() => {
    if (storage_key === undefined) return
    // The first pass has the values from before the draft was restored.
    if (!started.current) {
      started.current = true
      return
    }
    if (!isDirty) return
    const kept: Draft = { values: keptOf(values), ...(version !== undefined && { version }) }
    sessionStorage.setItem(storage_key, JSON.stringify(kept))
  }, [storage_key, version, values, isDirty])
  if (restored === undefined) return null
  function discard() {
    if (storage_key !== undefined) sessionStorage.removeItem(storage_key)
    reset()
    setRestored(undefined)
  }
  const changed = restored.version !== undefined && restored.version !== version
  return (
    <Alert
      severity={changed ? 'warning' : 'info'}
      action={
        <Button color="inherit" size="small" onClick={discard}>
          {translate('app.discard_draft')}
        </Button>
      }
    >
      {translate(changed ? 'app.draft_of_before' : 'app.draft_restored')}
    </Alert>
  )
}
