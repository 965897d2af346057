// The messages of a conversation, oldest first, and after them what waits for a second person. A text is shown as it was written.
import type { Proposal } from '@fairturn/contract/backoffice/approvals'
import { Box, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import { formatTime } from '../components/format.ts'
import { Heading } from '../components/headings.tsx'
import { conversationOf } from '../staff/kind.ts'
import { useOpenProposals } from '../staff/OpenProposals.tsx'
import { ProposalAlert } from '../staff/ProposalAlert.tsx'
import type { Conversation } from './conversation.ts'

type Message = Conversation['thread'][number]

const WRITTEN = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'plaintext' } as const

/** Texts of this conversation that were proposed and not sent. */
const useWaiting = (conversation_id: string): readonly Proposal[] =>
  useOpenProposals({ kinds: ['text_of_support'] }).filter(
    (proposal) => conversationOf(proposal)?._id === conversation_id,
  )

export function Thread({ conversation }: { conversation: Conversation }) {
  const waiting = useWaiting(conversation._id)
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1 }}>
      <Heading text="support.thread" />
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {conversation.thread.map((message) => (
          <Bubble key={message._id} message={message} conversation={conversation} />
        ))}
      </Box>
      {waiting.map((proposal) => (
        <Waiting key={proposal._id} proposal={proposal} />
      ))}
    </Box>
  )
}

function Bubble({
  message: { by, text, at, written_by },
  conversation: { member },
}: {
  message: Message
  conversation: Conversation
}) {
  const translate = useTranslate()
  const theirs = by === 'member'
  const writer = () => {
    if (theirs)
      return member?.username || translate(member === null ? 'support.by_stranger' : 'support.by_member')
    return written_by?.username ?? translate('support.by_staff')
  }
  return (
    <Box component="li" sx={{ display: 'grid', justifyItems: theirs ? 'start' : 'end' }}>
      <Paper
        variant="outlined"
        sx={{ p: 1.5, maxWidth: 'min(100%, 720px)', ...(!theirs && { bgcolor: 'action.selected' }) }}
      >
        <Typography sx={WRITTEN}>{text}</Typography>
        <Typography variant="caption" color="text.secondary" component="div" sx={{ mt: 0.5 }}>
          {translate('support.by_at', { who: writer(), when: formatTime(at) })}
        </Typography>
      </Paper>
    </Box>
  )
}

function Waiting({ proposal }: { proposal: Proposal }) {
  const translate = useTranslate()
  const { _id, content, proposed_by, proposed_at, waits_for } = proposal
  const act = conversationOf(proposal)?.act
  const texts = Object.entries((content['texts'] ?? {}) as Readonly<Record<string, string>>)
  const waits = translate('support.waits', {
    who: proposed_by.username,
    when: formatTime(proposed_at),
    waits_for: waits_for.join(', ') || '—',
  })
  const part = (name: string, text: string): ReactNode => (
    <Box key={name} sx={{ mt: 0.5, ...WRITTEN }}>
      {texts.length > 1 && <b>{translate(`support.texts.${name}`, { _: name })}: </b>}
      {text}
    </Box>
  )
  return (
    <ProposalAlert id={_id} severity="warning">
      {act !== undefined && act !== 'answer' && <b>{translate(`support.acts.${act}`)}. </b>}
      {waits}
      {texts.map(([name, text]) => part(name, text))}
    </ProposalAlert>
  )
}
