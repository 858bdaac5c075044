import { useState, type ComponentType, type ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { NetworkError } from '#app/api/api-error.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { LoadFailed, Loading } from '#app/ui/failure.tsx'
import { ListPieces } from '#app/dev/list-pieces.tsx'
import { useHydrated } from '#app/identity/hydrated.ts'
import { Combobox, InlineEdits, SideSheets } from '#app/dev/interactive.tsx'
import * as dashboardIcons from '#app/layout/dashboard-icons.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { listViews } from '#app/parts/list-address.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { queryClient } from '#app/api/queries.ts'
import { AddToQuote } from '#app/quotes/add-to-quote.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { ColourField } from '#app/ui/colour-field.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { KeyFigures } from '#app/ui/key-figures.tsx'
import { CheckField, PasswordField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import * as eyeIcons from '#app/ui/eye-icons.tsx'
import * as icons from '#app/ui/icons.tsx'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { ConfirmModal } from '#app/ui/modal.tsx'
import { FilterChips } from '#app/ui/filter-chips.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { MoreMenu } from '#app/ui/more-menu.tsx'
import { SaveBar } from '#app/ui/save-bar.tsx'
import { SavedForm, SaveTogether } from '#app/ui/save-together.tsx'
import { FormOutline } from '#app/ui/form-outline.tsx'
import { PictureField } from '#app/ui/picture-field.tsx'
import { ScrollBox } from '#app/ui/scroll-box.tsx'
import { ShortId } from '#app/ui/short-id.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Status } from '#app/ui/status.tsx'
import { Stepper } from '#app/ui/stepper.tsx'
import { Steps } from '#app/ui/steps.tsx'
import { SubPages } from '#app/ui/sub-pages.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { PlaceOfReads } from '#app/ui/told-reads.ts'
import { TryAgain } from '#app/ui/try-again.tsx'

export const meta = pageMeta('Components')

const longRows = Array.from({ length: 1_000 }, (_, index) => index)
const longColumns: Column<number>[] = [
  { title: 'Name', card: 'name', sort: (index) => `Row ${index}`, cell: (index) => `Row ${index}` },
  { title: 'Pieces', align: 'end', sort: (index) => -index, cell: (index) => index * 1_000 },
  { title: 'State', card: 'state', cell: () => <Status tone="success">Shipped</Status> },
]

const noop = () => undefined

const samplePart = {
  id: 'sample',
  name: 'Main Board',
  partNumber: 'MB-1',
  img: '/favicon.svg',
  srcSet: undefined,
  price: 14.85,
  description: 'What a card says of a part.',
  stock: '17,400 in stock',
  orderable: true,
  least: 1_000,
  compare: { to: '/inventory', label: 'Compare', isChosen: false },
  prices: {
    zeros: '',
    steps: [
      { from: '5,000+', price: '$14.20', zeros: '' },
      { from: '10,000+', price: '$13.90', zeros: '' },
      { from: '25,000+', price: '$13.50', zeros: '' },
    ],
    more: ['and 2 more', '+1', ''],
  },
  shipsBy: 'Tue 1 Dec',
}
const sampleParts = [
  samplePart,
  { ...samplePart, id: 'sold-out', stock: 'Sold out', moreOn: ', more on 15 December', orderable: false, shipsBy: 'Fri 18 Dec' },
]

const choices = [
  { value: 'one', title: 'One', lead: 'What it means.' },
  { value: 'other', title: 'Another one', lead: 'What it means, in a sentence that takes more than one line of its tile.' },
  { value: 'none', title: 'Not now', lead: '', problem: 'Why it cannot be chosen.' },
] as const

const subPages = [
  { path: '/dev/components', label: 'Here' },
  { path: '/about', label: 'About', about: 'What is on it' },
  { path: '/contact-us', label: 'A page with a long name' },
]

/** Every shared component in all its states. In development only: see app/routes.ts. */
export default function Components() {
  // Times are formatted in the reader's time zone.
  if (!useHydrated()) return <Spinner />
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Components" lead="Every shared component in all its states.">
        <div className="grid grid-cols-1 gap-10">
          <Section title="Buttons">
            <Buttons />
          </Section>
          <Section title="Fields">
            <Fields />
          </Section>
          <Section title="Notices">
            {(['info', 'success', 'warning', 'danger'] as const).map((tone) => (
              <Notice key={tone} tone={tone} action={<TryAgain onClick={noop} />}>
                A notice of the tone {tone}
              </Notice>
            ))}
            <Notice>A notice without an action</Notice>
            {[false, true].map((isFetching) => (
              <PlaceOfReads key={String(isFetching)} value={String(isFetching)}>
                <LoadFailed query={{ error: new NetworkError(undefined), isFetching, refetch: noop }} />
              </PlaceOfReads>
            ))}
            <PlaceOfReads value="late">
              <Loading query={{ error: null, isFetching: true, refetch: noop }} skeleton={<Skeleton rows={3} />} />
            </PlaceOfReads>
          </Section>
          <Section title="Waiting and empty">
            <Spinner />
            <Spinner text="Another text" />
            <Skeleton rows={3} />
            <FormOutline>
              <TextField label="A field that is being read" />
            </FormOutline>
            <EmptyState title="An empty list" />
            <EmptyState title="An empty list with an action" action={<ButtonLink to="/inventory">All parts</ButtonLink>}>
              What to do about it.
            </EmptyState>
          </Section>
          <Section title="Places, steps and facts">
            <Breadcrumb above={[{ to: '/inventory', label: 'All parts' }]} here="This screen" />
            {[0, 1, 3].map((current) => (
              <Steps
                key={current}
                label={`Steps, ${current} done`}
                current={current}
                steps={[{ label: 'First', to: '/inventory' }, { label: 'Second' }, { label: 'Third' }]}
              />
            ))}
            <Facts>
              <Fact title="Name">Value</Fact>
              <Fact title="Long value">{'A long value that takes more than a row. '.repeat(4)}</Fact>
            </Facts>
            <ScrollBox label="A box with little in it" className="h-20 rounded-box bg-sunken px-4 py-3">
              All of it is seen.
            </ScrollBox>
            <ScrollBox label="A box with more than it shows" className="h-20 rounded-box bg-sunken px-4 py-3">
              {'A text of many lines. '.repeat(80)}
            </ScrollBox>
            <KeyFigures
              figures={[
                { title: 'Turnover', value: '$1,234.50', change: '+12%', note: 'before: $1,102.00' },
                { title: 'Orders', value: '46' },
              ]}
            />
            <Row>
              <img src="/icon-192.png" alt="The icon of the shop" className="h-24 w-32 rounded-box" />
              <img src="/no-such-picture.png" alt="One that fails" className="h-24 w-32 rounded-box" />
            </Row>
          </Section>
          <Section title="Tables">
            <Table caption="A table" columns={columns} rows={rows} rowKey={({ email }) => email} />
            <Table wide caption="A wide table" columns={columns} rows={rows} rowKey={({ email }) => email} />
            <ListHead title="A list" lead="What is in the list." />
            <FilterChips
              label="Filter"
              name="state"
              chips={[
                { value: '', label: 'All', count: 1_000 },
                { value: 'open', label: 'Open', count: 12 },
              ]}
            />
            <Table
              caption="A long table of links"
              columns={longColumns}
              rows={longRows}
              rowKey={(index) => index}
              href={(index) => `?row=${index}`}
            />
            <Row>
              {(['neutral', 'success', 'warning', 'danger'] as const).map((tone) => (
                <Status key={tone} tone={tone}>
                  Status {tone}
                </Status>
              ))}
              <ShortId id="0f8fad5b-d9cb-469f-a165-70867728950e" />
            </Row>
            {[1, 3, 12].map((pages) => (
              <Pager
                key={pages}
                page={Math.floor(pages / 2)}
                pages={pages}
                href={(page) => `?page=${page}`}
                label={`Pager of ${pages} pages`}
              />
            ))}
          </Section>
          <Section title="Parts">
            {listViews.map((view) => (
              <div key={view} className="part-list" data-view={view}>
                <ul>
                  {sampleParts.map((part) => (
                    <li key={part.id}>
                      <PartCard part={{ ...part, id: `${part.id}-${view}` }} heading="h3">
                        {part.orderable && <AddToQuote partsId={part.id} name={part.name} minimum={1_000} />}
                      </PartCard>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </Section>
          <Section title="A screen in pages, and its Save">
            <SubPages label="Pages of the sample" pages={subPages}>
              <TextField label="Field of the page" />
              <SaveBar>
                <Button>Save</Button>
                <Button variant="secondary">Preview</Button>
              </SaveBar>
            </SubPages>
            <SaveTogether onDiscard={() => {}}>
              <SavedForm title="A form" isDirty={false} isRunning={false} check={() => Promise.resolve(true)} send={() => {}}>
                <TextField label="Field of one of several forms" />
              </SavedForm>
            </SaveTogether>
            <MoreMenu label="More">
              <ButtonLink to="/inventory" variant="ghost">
                All parts
              </ButtonLink>
              <Button variant="ghost">A button of the menu</Button>
            </MoreMenu>
          </Section>
          <Section title="Dialogs and toasts">
            <Dialogs />
          </Section>
          <Section title="Fields with options">
            <div className="grid gap-5 sm:grid-cols-2">
              <Combobox label="Options while typing" />
              <Combobox label="One is always selected" alwaysSelects />
            </div>
          </Section>
          <Section title="Values changed where they stand">
            <InlineEdits />
          </Section>
          <Section title="Beside a list">
            <SideSheets />
          </Section>
          <Section title="Icons">
            <Row>
              {Object.entries({ ...icons, ...eyeIcons, ...dashboardIcons }).map(([name, Icon]: [string, ComponentType]) => (
                <span key={name} className="grid justify-items-center text-sm text-soft">
                  <Icon />
                  {name}
                </span>
              ))}
            </Row>
          </Section>
          <Section title="Work with a list">
            <ListPieces />
          </Section>
        </div>
      </Page>
    </QueryClientProvider>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-center gap-4">{children}</div>

function Buttons() {
  return (['primary', 'secondary', 'danger', 'ghost'] as const).map((variant) => (
    <Row key={variant}>
      <Button variant={variant}>Button {variant}</Button>
      <Button variant={variant} busy>
        Busy {variant}
      </Button>
      <Button variant={variant} disabled>
        Disabled {variant}
      </Button>
      <ButtonLink variant={variant} to="/inventory">
        Link {variant}
      </ButtonLink>
      <IconButton variant={variant} label={`Icon ${variant}`} icon={<icons.TrashIcon />} />
      <IconButton variant={variant} label={`Busy icon ${variant}`} icon={<icons.TrashIcon />} busy />
    </Row>
  ))
}

function Fields() {
  const error = 'What is wrong with it'
  const options = [
    ['', 'Choose'],
    ['one', 'One'],
  ] as const
  return (
    <Panel className="grid gap-5 sm:grid-cols-2">
      <TextField label="Text" />
      <TextField label="Text with hint and error" hint="What to enter" error={error} defaultValue="Wrong" />
      <TextField label="Read-only text" value="Unchanged" readOnly />
      <TextField label="Disabled text" value="Unchanged" disabled readOnly />
      <TextField label="File" type="file" />
      <PasswordField label="Password" autoComplete="new-password" error={error} />
      <TextField label="Text with a button beside its label" beside={<Reset />} defaultValue="Changed" />
      <Colour label="Colour" />
      <Colour label="Colour with error" error={error} />
      <PictureField label="Picture" hint="What to choose" value="" built="/icon-192.png" error={undefined} onChange={noop} />
      <PictureField label="Picture of the owner" hint="What to choose" value="/icon-192.png" error={error} onChange={noop} />
      <TextArea label="Long text" hint="What to enter" />
      <TextArea label="Long text with error" error={error} />
      <SelectField label="Choice" options={options} />
      <SelectField label="Choice with error" options={options} error={error} />
      <NumberWithSteps label="Steps" />
      <NumberWithSteps label="Steps with error" error={error} />
      {(['one', undefined] as const).map((chosen) => (
        <div key={chosen ?? 'none'} className="sm:col-span-2">
          <ChoiceTiles label="A question" choices={choices} chosen={chosen} onChoose={noop} disabled={!chosen} />
        </div>
      ))}
      <CheckField label="Checked" defaultChecked />
      <CheckField label="Check with error" error={error} />
    </Panel>
  )
}

const Reset = () => (
  <button type="button" className="link flex-none text-sm">
    Reset
  </button>
)

function Colour(props: { label: string; error?: string }) {
  const [colour, setColour] = useState('#1d4fd7')
  return (
    <ColourField {...props} hint="What it is for" value={colour} onPick={setColour} onChange={({ target }) => setColour(target.value)} />
  )
}

function NumberWithSteps(props: { label: string; error?: string }) {
  const [typed, setTyped] = useState('5')
  const count = Number(typed)
  return (
    <Stepper
      {...props}
      value={typed}
      onType={setTyped}
      minus={{ label: `Less of ${props.label}`, to: count - 1, disabled: count <= 0 }}
      plus={{ label: `More of ${props.label}`, to: count + 1, disabled: count >= 9 }}
    />
  )
}

const rows = [
  { email: 'ann@example.com', pieces: 1_000, at: '2026-03-01T10:00:00Z' },
  { email: 'a-very-long-name-of-a-buyer@a-very-long-host-name.example.com', pieces: 250_000, at: '2026-03-02T18:30:00Z' },
]

const columns: Column<(typeof rows)[number]>[] = [
  { title: 'SN', cell: (_, index) => index + 1 },
  { title: 'Email', cell: ({ email }) => <EmailText>{email}</EmailText> },
  { title: 'Pieces', align: 'end', cell: ({ pieces }) => pieces },
  { title: 'Time', cell: ({ at }) => <Time value={at} /> },
  { title: 'Form', form: true, cell: ({ email }) => <TextField label={`Field of ${email}`} /> },
  { title: 'Actions', screenOnly: true, cell: ({ email }) => <IconButton label={`Delete ${email}`} icon={<icons.TrashIcon />} /> },
]

function Dialogs() {
  const [open, setOpen] = useState<'dialog' | 'form' | 'question' | 'busy question'>()
  const close = () => setOpen(undefined)
  return (
    <Row>
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('form')}>Open form</Button>
      <Button onClick={() => setOpen('question')}>Open question</Button>
      <Button onClick={() => setOpen('busy question')}>Open busy question</Button>
      <ConfirmedAction
        renderButton={(ask) => <Button onClick={ask}>Open action</Button>}
        question="Do it?"
        reason={{ label: 'Reason', hint: 'Why', maxLength: 20, missing: 'Please enter a reason.' }}
        send={async () => undefined}
        onDone={() => toast.success('Done')}
      />
      <Button onClick={() => toast.success('It worked')}>Toast success</Button>
      <Button onClick={() => toast.info('It happened')}>Toast info</Button>
      <Button onClick={() => toast.error('It failed', { retry: noop })}>Toast error</Button>
      {open === 'dialog' && (
        <Dialog label="A dialog" closesOutside onClose={close}>
          <div className="p-6">
            <h2 className="text-xl">A dialog</h2>
            <div className="modal-actions">
              <Button onClick={close}>Close</Button>
            </div>
          </div>
        </Dialog>
      )}
      {open === 'form' && (
        <FormDialog
          title="A form"
          lead="What it is for."
          submit="Save"
          action={{ isRunning: false, refusal: ['It was refused.', 'And for another cause.'] }}
          onSubmit={close}
          onClose={close}
        >
          <TextField label="A field of the form" />
        </FormDialog>
      )}
      {open === 'question' && (
        <ConfirmModal question="Delete it?" onConfirm={close} onCancel={close}>
          It cannot be restored.
        </ConfirmModal>
      )}
      {open === 'busy question' && <ConfirmModal question="Ship it?" tone="primary" busy onConfirm={close} onCancel={close} />}
    </Row>
  )
}
