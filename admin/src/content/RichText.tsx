// The editor of pages: exactly what the server's sanitiser leaves, and nothing it would take out. Texts with more than that, such as
// tables, are written as HTML beside it.
import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material'
import BulletsIcon from '@mui/icons-material/FormatListBulletedOutlined'
import NumbersIcon from '@mui/icons-material/FormatListNumberedOutlined'
import QuoteIcon from '@mui/icons-material/FormatQuoteOutlined'
import RuleIcon from '@mui/icons-material/HorizontalRuleOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import BoldIcon from '@mui/icons-material/FormatBoldOutlined'
import ItalicIcon from '@mui/icons-material/FormatItalicOutlined'
import { DefaultEditorOptions, RichTextInput, useTiptapEditor } from 'ra-input-rich-text'
import { type ReactNode, useEffect, useState } from 'react'
import { Form, useTranslate } from 'react-admin'

/** Tags that the editor has no button for; a text with one of them is not put into it, for it would lose them. */
const BEYOND = /<(table|dl|img)\b/i

export const fitsEditor = (html: string): boolean => !BEYOND.test(html)

const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
/** Of the editor's own kit, the first of its extensions, what the sanitiser allows; links have an address and no more. */
const OPTIONS = {
  ...(nonce && { injectNonce: nonce }),
  extensions: (DefaultEditorOptions.extensions ?? []).slice(0, 1).map((kit) =>
    kit.configure({
      heading: { levels: [2, 3] },
      code: false,
      codeBlock: false,
      strike: false,
      underline: false,
      link: {
        openOnClick: false,
        protocols: ['https', 'mailto'],
        HTMLAttributes: { target: null, rel: null },
      },
    }),
  ),
}

interface Edited {
  html: string
  label: string
  onChange: (html: string) => void
}

/** `html` is what it begins with; what is written is told. */
export function RichText({ html, label, onChange }: Edited) {
  const [begin] = useState(() => ({ html: oneLine(html) }))
  return (
    <Form defaultValues={begin}>
      <RichTextInput
        source="html"
        label={label}
        onChange={(text: unknown) => onChange(String(text))}
        editorOptions={OPTIONS}
        toolbar={<Toolbar />}
        helperText={false}
        sx={{ '& .ProseMirror': { minHeight: 320, maxHeight: 520, overflowY: 'auto' } }}
      />
    </Form>
  )
}

/** Between blocks the editor would take a line's end for a paragraph. */
const oneLine = (html: string) => html.replace(/>\s*\n\s*</g, '><').replaceAll(/\s*\n\s*/g, ' ')

/** Those of the editor's commands that the kit brings, whose types are not the framework's. */
interface Chain {
  extendMarkRange(mark: string): Chain
  setLink(link: { href: string }): Chain
  unsetLink(): Chain
  toggleHeading(heading: { level: number }): Chain
  toggleBold(): Chain
  toggleItalic(): Chain
  toggleBulletList(): Chain
  toggleOrderedList(): Chain
  toggleBlockquote(): Chain
  setHorizontalRule(): Chain
  run(): boolean
}

function Toolbar() {
  const translate = useTranslate()
  const editor = useTiptapEditor()
  const [, drawAgain] = useState(0)
  useEffect(() => {
    const draw = () => drawAgain((times) => times + 1)
    editor?.on('transaction', draw)
    return () => void editor?.off('transaction', draw)
  }, [editor])
  if (editor === null || editor === undefined || editor.isDestroyed) return null
  const chain = () => editor.chain().focus() as unknown as Chain
  function link() {
    const address = window.prompt(translate('site.editor.link_address'), 'https://')
    if (address === null) return
    if (address === '' || address === 'https://') chain().extendMarkRange('link').unsetLink().run()
    else chain().extendMarkRange('link').setLink({ href: address }).run()
  }
  const buttons: [key: string, active: boolean, act: () => void, icon: ReactNode][] = [
    ['h2', editor.isActive('heading', { level: 2 }), () => chain().toggleHeading({ level: 2 }).run(), 'H2'],
    ['h3', editor.isActive('heading', { level: 3 }), () => chain().toggleHeading({ level: 3 }).run(), 'H3'],
    [
      'bold',
      editor.isActive('bold'),
      () => chain().toggleBold().run(),
      <BoldIcon key="b" fontSize="small" />,
    ],
    [
      'italic',
      editor.isActive('italic'),
      () => chain().toggleItalic().run(),
      <ItalicIcon key="i" fontSize="small" />,
    ],
    [
      'bullets',
      editor.isActive('bulletList'),
      () => chain().toggleBulletList().run(),
      <BulletsIcon key="u" fontSize="small" />,
    ],
    [
      'numbers',
      editor.isActive('orderedList'),
      () => chain().toggleOrderedList().run(),
      <NumbersIcon key="o" fontSize="small" />,
    ],
    [
      'quote',
      editor.isActive('blockquote'),
      () => chain().toggleBlockquote().run(),
      <QuoteIcon key="q" fontSize="small" />,
    ],
    ['rule', false, () => chain().setHorizontalRule().run(), <RuleIcon key="r" fontSize="small" />],
    ['link', editor.isActive('link'), link, <LinkIcon key="a" fontSize="small" />],
  ]
  return (
    <Box sx={{ mb: 1 }}>
      <ToggleButtonGroup size="small" aria-label={translate('site.editor.name')}>
        {buttons.map(([key, active, act, icon]) => (
          <ToggleButton
            key={key}
            value={key}
            selected={active}
            onClick={act}
            aria-label={translate(`site.editor.${key}`)}
            title={translate(`site.editor.${key}`)}
            sx={{ minWidth: 36, fontWeight: 700 }}
          >
            {icon}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  )
}
