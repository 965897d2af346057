// A broadcast as shown in a member's list, in the selected language, with Vietnamese as the fallback.
import type { Locale } from '@fairturn/contract/locales'
import { Card } from '@fairturn/ui/Card.tsx'
import { DateTime } from '@fairturn/ui/DateTime.tsx'
import { Icon } from '@fairturn/ui/Icon.tsx'
import { PageHeader } from '@fairturn/ui/PageHeader.tsx'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { MemberPreview } from '../components/MemberPreview.tsx'
import type { Draft } from './broadcast-draft.ts'

export function BroadcastPreview({
  texts,
  path,
  locale,
  name,
}: Pick<Draft, 'texts' | 'path'> & { locale: Locale; name?: string }) {
  const translate = useTranslate()
  const [now] = useState(() => new Date().toISOString())
  const shown = texts[locale] ?? texts.vn
  return (
    <MemberPreview
      locale={locale}
      height={name === undefined ? 360 : 180}
      {...(name !== undefined && { name })}
    >
      <PageHeader title={translate('broadcasts.unread')} />
      <Card>
        <div className="flex w-full items-start gap-3 px-3.5 py-3 text-left">
          <span className="mt-1.5 size-2 shrink-0 rounded-[2px] bg-action" />
          <span className="min-w-0 flex-1">
            <span className="block font-bold">{shown?.title}</span>
            <span className="mt-0.5 block text-quiet">{shown?.text}</span>
            <DateTime value={now} className="mt-1 block text-small text-quiet" />
          </span>
          {path !== null && <Icon name="chevron" size={18} className="mt-1 text-quiet" />}
        </div>
      </Card>
    </MemberPreview>
  )
}
