import { currencyOf, folded, signOf, wordsIn } from './amount-cell.ts'

/** Titles in six languages and more, in small letters without accents, blanks and signs. */
const titles = {
  bookedOn:
    'date bookingdate bookdate postingdate postdate posteddate dateposted transdate entrydate completeddate bookedat bookedon postedat postedon completedat completedon datum data fecha dato buchung buchungstag buchungstermin datecomptable datecomptabilisation fechacontable fechaoperativa fechaapunte foperativa foperacion fcontable datamov datamovimento datalancamento dateop dataksiegowania datacontabile dataregistrazione boekdatum boekingsdatum transactiedatum',
  valueOn:
    'value valuedate valuta valutadatum valutadate wert wertstellung wertstellungsdatum wertstellungstag wertstellungvaluta datevaleur dateval datawaluty fechavalor datavaluta datawaluty fvalor datavalor rentedatum',
  amount:
    'amount netamount paymentamount creditdebitamount betrag umsatz montant importe importo bedrag bedragin kwota montante osszeg valor',
  credit:
    'credit credits credited creditamount amountcredit amountcredited credite paidin moneyin in incoming received deposit deposits depositamount haben habenbetrag betraghaben gutschrift gutschriften einnahme einnahmen eingang zahlungseingang montantcredit creditmontant recette recettes entree entrees encaissement credito creditos abono abonos haber ingreso ingresos entrada entradas importehaber importeabono importecredito accredito accrediti avere uznania entrate importoaccredito bij bijschrijving bijschrijvingen inkomsten ontvangen',
  debit:
    'debit debits debited debitamount amountdebit amountdebited debite paidout moneyout out outgoing spent withdrawal withdrawals withdrawalamount soll sollbetrag betragsoll lastschrift lastschriften belastung belastungen ausgabe ausgaben ausgang zahlungsausgang montantdebit debitmontant depense depenses sortie sorties decaissement debito debitos cargo cargos debe gasto gastos salida salidas importedebe importecargo importedebito addebito addebiti dare uscite importoaddebito debet obciazenia af afschrijving afschrijvingen uitgaven',
  direction:
    'direction sens sign signe signo segno vorzeichen richtung indicator creditdebitindicator debitcreditindicator creditordebit debitorcredit debitcredit creditdebit drcr crdr dbcr crdb dc cd sollhaben habensoll sollhabenkennzeichen sh shkennzeichen debetcredit creditdebet dareavere debehaber cargoabono afbij bijaf cdtdbtind debitcreditcode transactiondirection',
  currency: 'currency ccy curr currencycode waehrung wahrung kontowahrung devise divisa moneda munt muntsoort waluta',
  payer:
    'payer payee payerpayee donneurordre name counterparty partner sender debtor beneficiary tiers contrepartie emetteur beneficiaire ordenante beneficiario contraparte ordinante controparte naam tegenpartij naamtegenrekening kontrahent',
  payerAccount:
    'kontonummer kontonummeriban ibankontonummer iban gegenkonto gegenkontoiban tegenrekening tegenrekeningiban tegenrekeningibanbban ibantegenrekening',
  text: 'description informationen label avisierungstext dettagli descriptions text detail details memo narrative narration particulars note notes message paymentdetails paymentpurpose purposeofpayment remittance remittanceinfo remittanceinformation additionalinformation purpose verwendungszweck verwendung zweck zahlungsgrund mitteilung libelle libelledetaille motif informations informationscomplementaires concepto descripcion detalle detail observaciones descrizione causale omschrijving mededeling mededelingen naamomschrijving communication tytul opis descricao kozlemeny',
  kind: 'buchungstext vorgang art type paymenttype category bewegungstyp operazione nature tipo mutatiesoort soort transactiecode',
  reference:
    'reference customerreference paymentreference kundenreferenz kundenreferenzendtoend endtoend endtoendid endtoendreference endtoendreferenz referencia riferimento betalingskenmerk kenmerk',
  bankReference:
    'bankreference transactionreference bankid transactionid banknumber transactionnumber referenz bankreferenz transactionno transaktionsnr transaktionsnummer fitid id',
  account:
    'account accountnumber accountno accountnum sourceaccount youraccount ownaccount auftragskonto auftraggeberkonto ibanauftraggeberkonto ibankontoinhaber kontoinhaberiban konto ibanauftragskonto compte cuenta conto rekening rekeningnummer ibanbban',
  status:
    'status state info statut etat estado stato umsatzstatus buchungsstatus bookingstatus transactionstatus paymentstatus zustand contabilizzazione',
}
export type ColumnName = keyof typeof titles
const names = new Map(
  (Object.keys(titles) as ColumnName[]).flatMap((name) => titles[name].split(' ').map((title): [string, ColumnName] => [title, name])),
)
/** Words that say nothing in a title. */
const JOINING = /^(?:d|de|del|des|der|l|la|le|les|du|di|della|dell|van|of|the)$/
/** A movement, in front of or behind what a column has of it: 'Transaction Description', 'Buchungsdetails', "Détail de l'écriture". */
const MOVEMENT =
  /^(?:transaction|transaktion|operation|operacion|operazione|operacji|transakcji|ecriture|mouvement|movement|movimiento|movimento|transactie)$/
const MOVEMENT_OF = /^(?:buchungs|umsatz|transaktions)(?=\p{L})/u
const OF_MOVEMENTS = new Set<ColumnName | undefined>(['bookedOn', 'amount', 'text', 'kind'])

const PARTY =
  /^(?:payer|payee|counterparty|counterpart|partner|sender|recipient|receiver|remitter|originator|debtor|beneficiary|beneficiaire|beneficiario|tiers|emetteur|ordenante|ordinante|gegenpartei|tegenpartij|kontrahenta|nadawcy|odbiorcy|auftraggeber(?:in|s)?|pflichtiger?|(?:zahlungs)?(?:beteiligte[rn]?|beguenstigter?|begunstigter?|empfaenger(?:in|s)?|empfanger(?:in|s)?|pflichtiger?))$/
const NAME = /^(?:name|nom|nome|nombre|naam|nazwa|r|in)$/
const ACCOUNT =
  /^(?:account|accountnumber|number|no|nr|numero|numer|iban|bban|konto|kontonummer|kto|compte|cuenta|conto|rekening|rekeningnummer|rachunek|rachunku)$/

/** A column of the other side by what its title says of it: 'Name Zahlungsbeteiligter', 'Rekeningnummer tegenpartij'. */
function ofParty(words: string[]): 'payer' | 'payerAccount' | undefined {
  const others = words.filter((word) => !PARTY.test(word))
  if (others.length === words.length) return undefined
  if (others.every((word) => NAME.test(word))) return 'payer'
  return others.every((word) => ACCOUNT.test(word)) ? 'payerAccount' : undefined
}

/** Whether the title is that of those who receive money: 'Empfänger', 'Payee Name'. */
export const isRecipient = (title: string) =>
  wordsIn(title).some((word) => /^(?:payee|recipient|receiver|beneficia|beguenst|begunst|odbiorcy)|empfa/.test(word)) &&
  !wordsIn(title).some((word) => /^(?:payer|sender|auftraggeber|zahlungspflicht|nadawca)/.test(word))
/** Whether the title is that of an amount or currency before it was exchanged. */
export const isForeign = (title: string) => /orig|ursprung|foreign|fremd|local|lokal|extranj|etrang|ester|vreemd/.test(folded(title))
/** Whether a column has the balances behind the movements. */
export const isBalanceTitle = (title: string) => wordsIn(title).some((word) => BALANCE.test(word))

/** Titles that some banks give to their customer's account, and some to that of the other side. */
const EITHER_ACCOUNT = new Set(
  'account accountnumber accountno konto kontonummer kontonummeriban ibankontonummer iban compte cuenta conto rekening rekeningnummer'.split(
    ' ',
  ),
)
export const isEitherAccount = (title: string) => EITHER_ACCOUNT.has(wordsIn(title).join(''))

/** What a column is by its title, and the currency that the title names: 'Betrag (EUR)'. */
export function columnOf(title: string): { name: ColumnName | undefined; currency: string | undefined } {
  const words = wordsIn(title)
  const named = [...(title.match(/\b[A-Z]{3}\b|\beuros?\b|[€£]/gi) ?? [])].filter((word) => word === word.toUpperCase() || word.length > 3)
  const currency = named.map(currencyOf).find((one) => one !== undefined)
  const whole = words.join('')
  const [, start = '', code = ''] = /^(.+)(usd|eur|gbp|chf)$/.exec(whole) ?? []
  if (currency === undefined && names.has(start) && !names.has(whole)) return { name: names.get(start), currency: currencyOf(code) }
  const bare = words.filter((word) => currency === undefined || (currencyOf(word) !== currency && !/^(?:in|en)$/.test(word)))
  const telling = bare.filter((word) => !JOINING.test(word))
  const ofMovement = names.get(
    telling
      .filter((word) => !MOVEMENT.test(word))
      .join('')
      .replace(MOVEMENT_OF, ''),
  )
  const name =
    names.get(whole) ??
    names.get(bare.join('')) ??
    names.get(telling.join('')) ??
    ofParty(telling) ??
    (OF_MOVEMENTS.has(ofMovement) ? ofMovement : undefined)
  return { name, currency }
}

const BALANCE = /saldo$|balance$|solde$|kontostand$|bestand$|egyenleg$/
const SUM =
  /^(?:saldi|subtotals?|totals?|totaux|totaal|totale|totali|totales|sum|suma|somme|somma|uebertrag|ubertrag|report|riporto)$|summen?$/
const BESIDE_BALANCE = new Set(
  'opening closing beginning ending starting final initial previous new old current available ledger account as of on at the brought carried forward anfangs end alter neuer der vom per am zum initial final precedent nouveau ancien au du le inicial anterior nuevo actual al a iniziale finale precedente contabile disponibile begin eind oud nieuw op konto des operations mouvements credits debits movimientos movimenti umsatze buchungen transactions period page'.split(
    ' ',
  ),
)
const isSum = (word: string) => BALANCE.test(word) || SUM.test(word)
/** Whether a cell names a balance or a sum. */
export const namesBalance = (cell: string) => wordsIn(cell).some(isSum)
/** Whether a text says nothing but that this is a balance or a sum, such as 'Opening balance as of 11/01/2026' and 'Anfangssaldo'. */
export function isBalance(text: string): boolean {
  if (text.length > 60) return false
  const words = wordsIn(text)
  const isQualified = words.length > 1 || /^(?:anfangs|end|eind|begin|schluss|konto)/.test(words[0] ?? '')
  return isQualified && words.some(isSum) && words.every((word) => isSum(word) || BESIDE_BALANCE.has(word))
}

const ANNOUNCED = new Set(
  'pending vorgemerkt vorgemerkte vorgemerkter vormerkung vormerkposten announced scheduled expected unposted uncleared unbooked provisional authorised authorized authorisation authorization preauthorisation preauthorization processing hold blocked progress queued awaiting review initiated gesperrt wartet wartend reserved offen offener ausstehend angekundigt avisiert schwebend geplant erwartet reserviert bearbeitung attente avenir provisoire annonce annoncee prevu prevue pendiente pendientes retenido retencion previsto programado afwachting gereserveerd reservering voorlopig behandeling gepland verwacht attesa sospeso prenotato provvisorio'.split(
    ' ',
  ),
)
const FAILED = new Set(
  'declined failed cancelled canceled rejected reverted abgelehnt annulliert fehlgeschlagen refuse refusee annule annulee echoue rechazado cancelado anulado fallido geweigerd geannuleerd mislukt rifiutato annullato fallito'.split(
    ' ',
  ),
)
const NOT = /^(?:nicht|not|non|no|niet|nog|noch|pas)$/
const BOOKED = /^(?:gebucht|booked|posted|cleared|settled|comptabilis|contabiliz|contabilizz|geboekt)/

/** Whether the cell of a state says that the movement is announced, or will never be one. */
export function stateOf(cell: string): 'announced' | 'failed' | undefined {
  const words = wordsIn(cell)
  if (words.some((word) => FAILED.has(word))) return 'failed'
  const isDenied = words.some((word) => NOT.test(word)) && words.some((word) => BOOKED.test(word))
  return isDenied || words.some((word) => ANNOUNCED.has(word)) || /\ba venir\b/.test(folded(cell)) ? 'announced' : undefined
}

const YES = /^(?:yes|true|ja|oui|si|y|j|1)$/
const NO = /^(?:no|false|nein|non|nee|n|0)$/
/** Whether a column has only to say yes or no: 'Gebucht' and 'Pending'. */
export const saysAnnounced = (title: string, cell: string): boolean => {
  const words = wordsIn(title)
  if (words.length !== 1) return false
  return (BOOKED.test(words[0]!) && NO.test(folded(cell))) || (ANNOUNCED.has(words[0]!) && YES.test(folded(cell)))
}

const BESIDE_ANNOUNCED = new Set(
  'umsatz umsatze buchung transaction transaktion movement movimiento movimento en in a da per noch not'.split(' '),
)
/** Whether a cell says nothing but that the movement is announced: 'Umsatz vorgemerkt', 'en attente', but not 'Processing fee'. */
export const isAnnouncement = (cell: string) =>
  cell.length <= 40 &&
  stateOf(cell) === 'announced' &&
  wordsIn(cell).every((word) => ANNOUNCED.has(word) || BESIDE_ANNOUNCED.has(word) || NOT.test(word) || BOOKED.test(word))

/** A cell that is a word or two, such as a direction or a kind. */
const isKind = (cell: string) => /^[\p{L}\p{M}\s_./+-]{1,40}$/u.test(cell)
export const signOfKind = (cell: string) => (isKind(cell) ? signOf(cell) : undefined)
