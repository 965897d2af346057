import { Button } from '@fairturn/ui/Button.tsx'
// Another message in a conversation. What is typed is a draft until it is sent, and each message has one key, so that
// sending it again after a lost answer makes no second one.
import { useLingui } from '@lingui/react/macro'
import { useForm } from '../shell/forms/useForm.ts'
import { MessageField } from './MessageField.tsx'

interface ComposerProps<Answer> {
  /** Of the conversation: names the draft and the keys. */
  name: string
  /** Something else is the next step. */
  quiet?: boolean
  /** Sends the message under its key. */
  send: (message: string, key: string) => Promise<Answer>
  onSent: (answer: Answer) => void
  /** The message may have arrived, or the conversation have changed: shows what is there now. */
  onFailed: () => unknown
}

export function Composer<Answer>({ name, quiet = false, send, onSent, onFailed }: ComposerProps<Answer>) {
  const { t } = useLingui()
  const form = useForm({
    initial: { message: '' },
    controlled: true,
    body: ({ message }) => ({ message: message.trim() }),
    schema: () => import('@fairturn/contract/support').then(({ supportCalls }) => supportCalls.write.body),
    send: ({ message }, key) => send(message, key),
    draft: `message ${name}`,
    once: `message ${name}`,
    onDone(answer) {
      form.set({ message: '' })
      form.discardDraft()
      onSent(answer)
    },
    onFailed() {
      onFailed()
      return false
    },
  })
  return (
    <form {...form.props} className="mt-4 grid gap-2.5">
      <MessageField {...form.bound('message')} label={t`Your message`} />
      <Button type="submit" variant={quiet ? 'secondary' : 'primary'} wide busy={form.busy}>
        {t({ message: 'Send', context: 'a message' })}
      </Button>
    </form>
  )
}
