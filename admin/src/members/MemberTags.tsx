// Tags: short words on a member, each with who put it there.
import { MAX_TAGS, TAG_LENGTH } from '@fairturn/contract/backoffice/members'
import { may, type StaffRole } from '@fairturn/contract/backoffice/roles'
import { Box, Button, Chip, TextField } from '@mui/material'
import { useState } from 'react'
import { useGetIdentity, useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { useEndpointMutation, useEndpointPages, useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'

const NOTES = 'GET backoffice/members/:member_id/notes'

const useReads = (roles: readonly StaffRole[]): boolean => {
  const { identity } = useGetIdentity()
  return roles.some((role) => role === identity?.['role'])
}
export const useMayWriteNotes = () => useMay()('POST backoffice/members/:member_id/notes')

export const useNotes = (member_id: string) => useEndpointPages(NOTES, { params: { member_id }, query: {} })

function useTags(member_id: string) {
  const enabled = useReads(may.read_notes)
  return useEndpointQuery(NOTES, { params: { member_id }, query: {} }, { enabled, silent: true }).data?.tags
}

/** In the head of the page, for those who may read notes. */
export function TagChips({ member_id }: { member_id: string }) {
  return useTags(member_id)?.map(({ tag }) => <Chip key={tag} size="small" label={tag} />)
}

export function Tags({ member_id }: { member_id: string }) {
  const translate = useTranslate()
  const writes = useMayWriteNotes()
  const tags = useTags(member_id) ?? []
  const [typed, setTyped] = useState('')
  const { start, busy } = useEndpointMutation('POST backoffice/members/:member_id/tags', {
    onDone: (_data, { body }) => {
      if (body.is_on) setTyped('')
    },
  })
  const set = (tag: string, is_on: boolean) => start({ params: { member_id }, body: { tag, is_on } })
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {tags.map(({ tag, at, by }) => (
        <Chip
          key={tag}
          label={tag}
          title={translate('notes.by', { who: by.username, when: formatTime(at) })}
          {...(writes && {
            onDelete: () => set(tag, false),
            disabled: busy,
            'aria-label': translate('notes.remove_tag', { tag }),
          })}
        />
      ))}
      {tags.length === 0 && !writes && translate('notes.no_tags')}
      {writes && tags.length < MAX_TAGS && (
        <Box
          component="form"
          sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') set(typed, true)
          }}
        >
          <TextField
            size="small"
            margin="none"
            fullWidth={false}
            label={translate('notes.tag')}
            value={typed}
            onChange={({ target }) => setTyped(target.value.replace(/\s/g, '-'))}
            slotProps={{ htmlInput: { maxLength: TAG_LENGTH } }}
            sx={{ width: 180 }}
          />
          <Button type="submit" disabled={busy || typed.trim() === ''}>
            {translate('notes.add_tag')}
          </Button>
        </Box>
      )}
    </Box>
  )
}
