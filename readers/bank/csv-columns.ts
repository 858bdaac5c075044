import { currencyOf, folded, signOf, wordsIn } from './amount-cell.ts'

/** Titles in six languages and more, in small letters without accents, blanks and signs. */
const titles = {
  bookedOn:
    'date bookingdate bookdate postingdate postdate posteddate dateposted transactiondate transdate entrydate completeddate datum data fecha dato buchung buchungstag buchungsdatum buchungstermin dateoperation datedoperation datecomptable datecomptabilisation datedecomptabilisation fechaoperacion fechadeoperacion fechacontable fechamovimiento dateop dataoperacji dataksiegowania dataoperazione datacontabile dataregistrazione boekdatum boekingsdatum transactiedatum',
  valueOn:
    'value valuedate valuta valutadatum valutadate wert wertstellung wertstellungsdatum wertstellungstag wertstellungvaluta datevaleur dateval datawaluty datedevaleur fechavalor fechadevalor datavaluta rentedatum',
  amount:
    'amount transactionamount netamount paymentamount creditdebitamount betrag umsatz umsatzbetrag buchungsbetrag montant montantoperation importe importo bedrag bedragin kwota osszeg valor',
  credit:
    'credit credits creditamount amountcredit paidin moneyin in incoming received deposit deposits depositamount haben habenbetrag betraghaben gutschrift gutschriften einnahme einnahmen eingang zahlungseingang montantcredit creditmontant recette recettes entree entrees encaissement credito creditos abono abonos haber ingreso ingresos entrada entradas importehaber importeabono importecredito accredito accrediti avere entrate importoaccredito bij bijschrijving bijschrijvingen inkomsten ontvangen',
  debit:
    'debit debits debitamount amountdebit paidout moneyout out outgoing spent withdrawal withdrawals withdrawalamount soll sollbetrag betragsoll lastschrift lastschriften belastung belastungen ausgabe ausgaben ausgang zahlungsausgang montantdebit debitmontant depense depenses sortie sorties decaissement debito debitos cargo cargos debe gasto gastos salida salidas importedebe importecargo importedebito addebito addebiti dare uscite importoaddebito debet af afschrijving afschrijvingen uitgaven',
  direction:
    'direction sens sign signe signo segno vorzeichen richtung indicator creditdebitindicator debitcreditindicator creditordebit debitorcredit debitcredit creditdebit drcr crdr dbcr crdb dc cd sollhaben habensoll sollhabenkennzeichen sh shkennzeichen debetcredit creditdebet dareavere debehaber cargoabono afbij bijaf cdtdbtind debitcreditcode transactiondirection',
  currency: 'currency ccy curr currencycode waehrung wahrung kontowahrung devise divisa moneda munt muntsoort waluta',
  payer:
    'payer payee payerpayee name counterparty counterpartyname nameofcounterparty partner partnername nameofpayer sender sendername debtor debtorname beneficiary tiers nomdutiers contrepartie emetteur donneurdordre beneficiaire ordenante beneficiario contraparte ordinante controparte naam naamtegenpartij tegenpartij naamtegenrekening kontrahent',
  payerAccount:
    'payeraccount counterpartyaccount partneraccount payeraccountnumber counterpartyaccountnumber partneraccountnumber payeriban counterpartyiban partneriban kontonummer kontonummeriban ibankontonummer iban ibanzahlungsbeteiligter ibanpayer kontonummerdesauftraggebers gegenkonto gegenkontoiban tegenrekening tegenrekeningiban tegenrekeningibanbban ibantegenrekening',
  text: 'description label avisierungstext dettagli opisoperacji tytuloperacji descriptions text detail details memo narrative narration particulars note notes message paymentdetails paymentpurpose purposeofpayment remittance remittanceinfo remittanceinformation additionalinformation purpose verwendungszweck verwendung zweck zahlungsgrund mitteilung libelle libelleoperation libelledeloperation libelledetaille motif detaildeloperation informations informationscomplementaires concepto descripcion detalle observaciones descrizione descrizioneoperazione causale omschrijving mededeling mededelingen naamomschrijving communication tytul opis kozlemeny',
  kind: 'buchungstext buchungsart umsatzart umsatztyp vorgang art type transactiontype paymenttype category bewegungstyp operazione typeoperation typedoperation nature tipo tipooperazione tipodeoperacion tipomovimiento mutatiesoort soort transactiecode',
  reference:
    'reference customerreference paymentreference kundenreferenz kundenreferenzendtoend endtoend endtoendid endtoendreference endtoendreferenz referencia riferimento betalingskenmerk kenmerk',
  bankReference:
    'bankreference transactionreference bankid transactionid banknumber transactionnumber referenz bankreferenz transactionno transaktionsnr transaktionsnummer fitid id',
  account:
    'account accountnumber accountno youraccount ownaccount auftragskonto konto ibanauftragskonto compte cuenta conto rekening rekeningnummer ibanbban',
  status:
    'status state info statut etat estado stato umsatzstatus buchungsstatus bookingstatus transactionstatus paymentstatus zustand contabilizzazione',
}
export type ColumnName = keyof typeof titles
const names = new Map(
  (Object.keys(titles) as ColumnName[]).flatMap((name) => titles[name].split(' ').map((title): [string, ColumnName] => [title, name])),
)
const PAYER_WORDS = /zahlungs|beguenstigter?|begunstigter?|empfaenger(?:in)?|empfanger(?:in)?|pflichtiger?|auftraggeber(?:in)?|name/g

/** What a column is by its title, and the currency that the title names: 'Betrag (EUR)'. */
export function columnOf(title: string): { name: ColumnName | undefined; currency: string | undefined } {
  const words = wordsIn(title)
  const named = [...(title.match(/\b[A-Z]{3}\b|\beuros?\b|[€£]/gi) ?? [])].filter((word) => word === word.toUpperCase() || word.length > 3)
  const currency = named.map(currencyOf).find((one) => one !== undefined)
  const whole = words.join('')
  const bare = words.filter((word) => currency === undefined || (currencyOf(word) !== currency && !/^(?:in|en)$/.test(word))).join('')
  const [, start = '', code = ''] = /^(.+)(usd|eur|gbp|chf)$/.exec(whole) ?? []
  if (currency === undefined && names.has(start) && !names.has(whole)) return { name: names.get(start), currency: currencyOf(code) }
  const name = names.get(whole) ?? names.get(bare) ?? (whole !== '' && whole.replace(PAYER_WORDS, '') === '' ? 'payer' : undefined)
  return { name, currency }
}

const BALANCE = /saldo$|balance$|solde$|kontostand$|bestand$|egyenleg$/
const SUM =
  /^(?:saldi|subtotals?|totals?|totaux|totaal|totale|totali|totales|sum|suma|somme|somma|uebertrag|ubertrag|report|riporto)$|summen?$/
const BESIDE_BALANCE = new Set(
  'opening closing beginning ending starting final initial previous new old current available ledger account as of on at the brought carried forward anfangs end alter neuer vom per am zum initial final precedent nouveau ancien au du le inicial anterior nuevo actual al a iniziale finale precedente contabile disponibile begin eind oud nieuw op konto'.split(
    ' ',
  ),
)
/** Whether a cell names a balance or a sum. */
export const namesBalance = (cell: string) => wordsIn(cell).some((word) => BALANCE.test(word) || SUM.test(word))
/** Whether a text says nothing but that this is a balance, such as 'Opening balance as of 11/01/2026' and 'Anfangssaldo'. */
export function isBalance(text: string): boolean {
  if (text.length > 60) return false
  const words = wordsIn(text)
  const isQualified = words.length > 1 || /^(?:anfangs|end|eind|begin|schluss|konto)/.test(words[0] ?? '')
  return isQualified && words.some((word) => BALANCE.test(word)) && words.every((word) => BALANCE.test(word) || BESIDE_BALANCE.has(word))
}

const ANNOUNCED = new Set(
  'pending vorgemerkt vorgemerkte vorgemerkter vormerkung vormerkposten announced scheduled expected unposted uncleared unbooked provisional authorised authorized authorisation authorization preauthorisation preauthorization processing hold reserved offen offener ausstehend angekundigt avisiert schwebend geplant erwartet reserviert bearbeitung attente avenir provisoire annonce annoncee prevu prevue pendiente pendientes retenido retencion previsto programado afwachting gereserveerd reservering voorlopig behandeling gepland verwacht attesa sospeso prenotato provvisorio'.split(
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
