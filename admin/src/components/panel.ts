// A record that is shown beside the list or record which names it (shell/SidePanel.tsx): what its page does
// otherwise there.
import { createContext, useContext, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'

export interface PanelRecord {
  readonly resource: string
  readonly id: string
  /** Closes the panel, with the notice why. */
  readonly onGone: () => void
}

export const PanelContext = createContext<PanelRecord | null>(null)

/** The record of the panel; null on a page of its own. */
export const usePanel = (): PanelRecord | null => useContext(PanelContext)

/** The id of the page's record: of its address, or of the panel. */
export function useRecordId(): string {
  const { id = '' } = useParams()
  return usePanel()?.id ?? id
}

/** What of a page is chosen, in its address; in the panel, whose address is that of another page, only here. */
export function usePageChoices(): [URLSearchParams, (name: string, value: string) => void] {
  const inside = usePanel() !== null
  const [address, setAddress] = useSearchParams()
  const [own, setOwn] = useState(() => new URLSearchParams())
  const changed = (before: URLSearchParams, name: string, value: string) => {
    const after = new URLSearchParams(before)
    if (value === '') after.delete(name)
    else after.set(name, value)
    return after
  }
  return inside
    ? [own, (name, value) => setOwn((before) => changed(before, name, value))]
    : [address, (name, value) => setAddress((before) => changed(before, name, value), { replace: true })]
}
