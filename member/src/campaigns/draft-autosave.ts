import type { CampaignDraft } from '@fairturn/contract/campaigns'
// Saves the campaign form to the server while it is being typed, so that it can be continued on another
// device; falls back to this tab's session storage while the server is unreachable.
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../shell/client.ts'
import { memberId } from '../shell/queries.ts'

const SAVED_AFTER_MS = 800
const TRIED_AGAIN_MS = 10_000

const storageKey = () => `campaign_draft:${memberId()}`

/** The draft that could not be saved before this page was left; null if everything was saved. */
export function unsavedDraft(): CampaignDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey()) ?? 'null') as CampaignDraft | null
  } catch {
    return null
  }
}

function saveLocally(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(storageKey())
    else sessionStorage.setItem(storageKey(), text)
  } catch {
    // Storage is disabled: only the server has the draft.
  }
}

/** The form opens with it, and saves it to the server. */
export const leaveUnsaved = (draft: CampaignDraft): void => saveLocally(JSON.stringify(draft))

export type SaveStatus = 'unchanged' | 'waiting' | 'saved' | 'unreached'

/** Saves `draft` after each pause in typing; `forget` stops saving once the campaign has been placed. */
export function useDraftAutosave(draft: CampaignDraft | null): { kept: SaveStatus; forget: () => void } {
  const text = draft === null ? null : JSON.stringify(draft)
  const [kept, setKept] = useState<SaveStatus>('unchanged')
  const latest = useRef(text)
  const stored = useRef(unsavedDraft() === null ? text : null)
  const ended = useRef(false)

  const save = useCallback(async () => {
    const unsaved = latest.current
    if (ended.current || unsaved === null || unsaved === stored.current) return
    try {
      await call('POST campaigns/draft', { body: { draft: JSON.parse(unsaved) as CampaignDraft } })
      stored.current = unsaved
      if (latest.current !== unsaved || ended.current) return
      saveLocally(null)
      setKept('saved')
    } catch {
      setKept('unreached')
    }
  }, [])

  useEffect(() => {
    latest.current = text
    if (text === null || text === stored.current || ended.current) return undefined
    saveLocally(text)
    setKept((before) => (before === 'unreached' ? before : 'waiting'))
    const timer = setTimeout(() => void save(), SAVED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, save])

  useEffect(() => {
    if (kept !== 'unreached') return undefined
    const again = () => void save()
    const timer = setInterval(again, TRIED_AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [kept, save])

  // Saves at once when the form is left before the pause has elapsed.
  useEffect(() => () => void save(), [save])

  const forget = useCallback(() => {
    ended.current = true
    saveLocally(null)
  }, [])
  return { kept, forget }
}
