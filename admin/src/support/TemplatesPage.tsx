// Templates of answers: one text for each name and language.
import { type AnswerTemplate, TEMPLATE_NAME_LENGTH } from '@fairturn/contract/backoffice/support'
import { LOCALES, type Locale } from '@fairturn/contract/locales'
import { Box } from '@mui/material'
import { required, SelectInput, TextInput, Title, TopToolbar, useTranslate } from 'react-admin'
import { ActionButton } from '../components/ActionDialog.tsx'
import { takeFocus } from '../components/forms.ts'
import { GoTo } from '../components/GoTo.tsx'
import { useLanguageName } from '../components/Languages.tsx'
import { RecordTable } from '../components/RecordTable.tsx'
import { useEndpointQuery } from '../shell/endpoint-hooks.ts'
import { useMay } from '../shell/may.ts'

const SAVE = 'POST backoffice/answer-templates'
const MAX_TEXT_LENGTH = 2000
interface Values {
  name: string
  locale: Locale
  text: string
}

export function TemplatesPage() {
  const translate = useTranslate()
  const languageOf = useLanguageName()
  const writes = useMay()(SAVE)
  const { data } = useEndpointQuery('GET backoffice/answer-templates')
  return (
    <Box sx={{ maxWidth: 1200 }}>
      <Title title="support.templates.title" />
      <TopToolbar sx={{ alignItems: 'center', gap: 1 }}>
        <Box sx={{ mr: 'auto' }}>
          <GoTo to="/conversations">{translate('support.templates.back')}</GoTo>
        </Box>
        <ActionButton<typeof SAVE, Values>
          button={{ variant: 'contained' }}
          endpoint={SAVE}
          form="new"
          input={(body) => ({ body })}
          title={translate('support.templates.create')}
          of={null}
          done="support.templates.saved"
          wide
        >
          <TextInput
            source="name"
            label="support.templates.name"
            helperText="support.templates.name_help"
            validate={required()}
            slotProps={{ htmlInput: { maxLength: TEMPLATE_NAME_LENGTH, ref: takeFocus } }}
          />
          <SelectInput
            source="locale"
            label="support.language"
            choices={LOCALES.map((locale) => ({ id: locale, name: languageOf(locale) }))}
            translateChoice={false}
            validate={required()}
            helperText={false}
          />
          <TemplateText />
        </ActionButton>
      </TopToolbar>
      <RecordTable
        rows={data?.list}
        empty="support.templates.none"
        label="support.templates.title"
        columns={[
          { label: 'support.templates.name', source: 'name', width: '18%' },
          { label: 'support.language', render: ({ locale }) => languageOf(locale), whole: true },
          {
            label: 'support.templates.text',
            render: ({ text }) => (
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 200 }}>{text}</Box>
            ),
          },
          { label: 'support.templates.changed_by', source: 'changed_by.username' },
          { label: 'support.templates.changed_at', time: 'changed_at' },
          writes && {
            label: 'app.actions',
            render: (template: AnswerTemplate) => <Changes template={template} />,
            end: true,
          },
        ]}
      />
    </Box>
  )
}

const TemplateText = ({ first = false }: { first?: boolean }) => (
  <TextInput
    source="text"
    label="support.templates.text"
    helperText={false}
    multiline
    minRows={4}
    validate={required()}
    slotProps={{ htmlInput: { maxLength: MAX_TEXT_LENGTH, ...(first && { ref: takeFocus }) } }}
  />
)

function Changes({ template: { _id, name, locale, text } }: { template: AnswerTemplate }) {
  const translate = useTranslate()
  const of = `${name} · ${useLanguageName()(locale)}`
  return (
    <>
      <ActionButton<typeof SAVE, { text: string }>
        button={{ size: 'small', children: translate('support.templates.change_one') }}
        endpoint={SAVE}
        form={`change ${_id}`}
        input={({ text: changed }) => ({ body: { name, locale, text: changed } })}
        defaultValues={{ text }}
        title={translate('support.templates.change')}
        of={of}
        done="support.templates.saved"
        wide
      >
        <TemplateText first />
      </ActionButton>
      <ActionButton<'POST backoffice/answer-templates/:template_id/delete', object>
        button={{
          size: 'small',
          color: 'error',
          children: translate('support.templates.delete_one'),
        }}
        endpoint="POST backoffice/answer-templates/:template_id/delete"
        input={() => ({ params: { template_id: _id } })}
        title={translate('support.templates.delete')}
        of={of}
        why={translate('support.templates.delete_sure')}
        done="support.templates.deleted"
      />
    </>
  )
}
