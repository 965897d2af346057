import type { MemberMessageCode } from '@fairturn/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { asSentence, messageTexts } from './messages.ts'
import { useLocale } from './useSession.ts'

/** The message as a sentence; '' until the texts are loaded. */
export function MessageText({ code }: { code: MemberMessageCode }) {
  const text = useMessageTexts()?.[code]
  return text === undefined ? '' : sentence(text)
}

/** The texts of all messages; undefined until they are loaded. */
export function useMessageTexts() {
  const locale = useLocale()
  return useQuery({ queryKey: ['messages', locale], queryFn: messageTexts, staleTime: Infinity }).data
}

const sentence = (text: string): string =>
  /[.!?。！？]$/.test(text) ? asSentence(text) : `${asSentence(text)}.`
