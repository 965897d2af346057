// What an answer mentions by id, shown by its name with a link; the id can be copied.
import type { Named } from '@fairturn/contract/backoffice/names'
import { UUID } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import { Box, IconButton } from '@mui/material'
import { createContext, Fragment, type MouseEvent, type ReactNode, useContext, useMemo } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import { GoTo } from './GoTo.tsx'

const NamesContext = createContext<ReadonlyMap<string, Named>>(new Map())

/** Gives `Name` the names that came with an answer, besides those already given around it. */
export function Names({ of, children }: { of: readonly Named[] | undefined; children: ReactNode }) {
  const around = useContext(NamesContext)
  const names = useMemo(
    () => new Map([...around, ...(of ?? []).map((named) => [named._id, named] as const)]),
    [around, of],
  )
  return <NamesContext value={names}>{children}</NamesContext>
}

/** The levels' first names are the server's own; members read them in their languages too. */
export function useLevelName(): (name: string) => string {
  const translate = useTranslate()
  return (name) => name.replace(/^Level (?=\d)/, `${translate('names.kinds.levels')} `)
}

/** The name of an id: of a proposal what it proposes, of a closed account and of what has no name the kind. */
export function useNameOf(): (id: string) => string {
  const names = useContext(NamesContext)
  const translate = useTranslate()
  const levelName = useLevelName()
  return (id) => {
    const named = names.get(id)
    if (named === undefined) return id
    const { kind, name } = named
    if (kind === 'approvals') return translate(`approvals.kinds.${name}`, { _: name.replaceAll('_', ' ') })
    const level = levelName(name)
    if (kind === 'level_purchases') return translate('names.level_purchase', { name: level })
    if (kind === 'levels') return level
    if (kind === 'conversations' && name !== '') return translate('names.conversation', { name })
    return name || translate(kind === 'members' ? 'names.closed' : `names.kinds.${kind}`)
  }
}

/** The language that a member reads; undefined where the operator may not know. */
export function useLocaleOf(): (member_id: string) => Locale | undefined {
  const names = useContext(NamesContext)
  return (member_id) => names.get(member_id)?.locale
}

interface NameProps {
  id: string
  /** In lists, where the row's page has the id. */
  bare?: boolean
  /** Said instead of the id where the operator may not know the name. */
  unknown?: string
}

/** Other words than ids are shown as they are. */
export function Name({ id, bare = false, unknown }: NameProps) {
  const known = useContext(NamesContext).has(id)
  const translate = useTranslate()
  const page = useContext(NamesContext).get(id)?.page
  const name = useNameOf()(id)
  if (!UUID.test(id)) return id
  if (!known && unknown !== undefined) return translate(unknown)
  return (
    <Box
      component="span"
      sx={{ overflowWrap: 'break-word', ...(REFERENCE.test(name) && { whiteSpace: 'nowrap' }) }}
      onClick={(event) => event.stopPropagation()}
    >
      {page ? <GoTo to={`/${page.screen}/${page._id}/show`}>{afterDots(name)}</GoTo> : afterDots(name)}
      {!bare && <CopyId id={id} name={name} />}
    </Box>
  )
}

/** Of a payment: read aloud and typed as one, so never cut at its hyphens. */
const REFERENCE = /^F[TWBR]-\w{4}-\w{4}$/

/** A name breaks after its dots and the like, and within a word only where that alone is wider than the page. */
const afterDots = (name: string): ReactNode =>
  name.split(/(?<=[.@_])/).map((part, i) => (
    // The parts of one text have no other identity than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** Copies an id; where the browser does not allow it, shows the id to be copied by hand. */
export function CopyId({ id, name }: { id: string; name: string }) {
  const translate = useTranslate()
  const notify = useNotify()
  async function copy(event: MouseEvent) {
    event.stopPropagation()
    // Without TLS there is no clipboard: the call itself throws.
    const copied = await (async () => await navigator.clipboard.writeText(id))().then(
      () => true,
      () => false,
    )
    notify(copied ? translate('names.copied') : id, { type: 'info', autoHideDuration: copied ? 3000 : null })
  }
  return (
    <IconButton
      size="small"
      aria-label={translate('names.copy', { name })}
      title={id}
      onClick={(event) => void copy(event)}
      sx={{ ml: 0.5, p: 0.5, color: 'text.secondary', verticalAlign: 'middle' }}
    >
      <CopyIcon sx={{ fontSize: 14 }} />
    </IconButton>
  )
}
