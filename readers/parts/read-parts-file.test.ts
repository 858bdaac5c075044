import { describe, expect, test } from 'vitest'
import type { ImportField } from '#contract/parts/part-fields.ts'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { readPartsFile } from './read-parts-file.ts'
import { priceDoubtOf, recognisePartColumns } from './recognise-part-columns.ts'

const rowsOf = (text: string) => readPartsFile(new TextEncoder().encode(text))

/** The titles of the columns that each field is imported from. */
async function fieldsOf(text: string): Promise<Partial<Record<ImportField, string[]>>> {
  const rows = await rowsOf(text)
  const { fields } = recognisePartColumns(rows)
  const named = fields.flatMap((field, place) => (field ? [[field, rows[0]![place]!] as const] : []))
  return Object.fromEntries(
    Object.entries(Object.groupBy(named, ([field]) => field)).map(([field, found]) => [field, found.map(([, title]) => title)]),
  )
}

const WOOCOMMERCE =
  'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit",Parent,"Position"'
const WOOCOMMERCE_GERMAN =
  'ID,Typ,Artikelnummer,Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,Steuerstatus,Steuerklasse,Vorrätig?,Lager,"Lieferrückstände erlaubt?","Gewicht (kg)","Länge (cm)",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Bilder'
const WOOCOMMERCE_FRENCH =
  'ID,Type,UGS,Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"État de la TVA","En stock ?",Stock,"Poids (kg)","Tarif promo","Tarif régulier",Catégories,Étiquettes,Images'
const MAGENTO =
  'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,url_key,meta_title,base_image,base_image_label,small_image,small_image_label,thumbnail_image,created_at,country_of_manufacture,additional_attributes,qty,out_of_stock_qty,use_config_min_qty,is_qty_decimal,allow_backorders,min_cart_qty,is_in_stock,notify_on_stock_below,manage_stock,qty_increments,cost,related_skus,additional_images'
const PRESTASHOP =
  'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Price tax included;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Reference #;Supplier reference #;Supplier;Manufacturer;EAN13;UPC;MPN;Width;Height;Depth;Weight;Delivery time of in-stock products;Quantity;Minimal quantity;Low stock level;Unit price;Summary;Description;Tags (x,y,z...);Image URLs (x,y,z...);Image alt texts (x,y,z...)'
const ODOO =
  'External ID,Name,Internal Reference,Barcode,Sales Price,Cost,Product Category,Quantity On Hand,Forecasted Quantity,Unit of Measure,Description,Sales Description,HS Code,Country of Origin'
const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Cost per item,Status'
const SHOPIFY_NEW =
  'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Cost per item,Charge tax,Inventory tracker,Inventory quantity,Weight value (grams),Weight unit for display,Product image URL,Image position,Image alt text,Variant image URL'

describe('exports of other programs are recognised by their titles:', () => {
  test.each<[string, string, Partial<Record<ImportField, string>>]>([
    [
      'Shopify',
      SHOPIFY,
      {
        partNumber: 'Variant SKU',
        name: 'Title',
        description: 'Body (HTML)',
        price: 'Variant Price',
        available: 'Variant Inventory Qty',
        img: 'Image Src',
        pictureText: 'Image Alt Text',
        category: 'Product Category',
        weight: 'Variant Grams',
      },
    ],
    [
      'Shopify since its titles are shorter',
      SHOPIFY_NEW,
      {
        partNumber: 'SKU',
        name: 'Title',
        description: 'Description',
        price: 'Price',
        available: 'Inventory quantity',
        img: 'Product image URL',
        pictureText: 'Image alt text',
        category: 'Product category',
        weight: 'Weight value (grams)',
      },
    ],
    [
      'WooCommerce',
      WOOCOMMERCE,
      {
        partNumber: 'SKU',
        name: 'Name',
        description: 'Description',
        price: 'Regular price',
        available: 'Stock',
        lowStockBelow: 'Low stock amount',
        category: 'Categories',
        img: 'Images',
      },
    ],
    [
      'WooCommerce in German',
      WOOCOMMERCE_GERMAN,
      {
        partNumber: 'Artikelnummer',
        name: 'Name',
        description: 'Beschreibung',
        price: 'Regulärer Preis',
        available: 'Lager',
        category: 'Kategorien',
        img: 'Bilder',
      },
    ],
    [
      'WooCommerce in French',
      WOOCOMMERCE_FRENCH,
      {
        partNumber: 'UGS',
        name: 'Nom',
        description: 'Description',
        price: 'Tarif régulier',
        available: 'Stock',
        category: 'Catégories',
        img: 'Images',
      },
    ],
    [
      'Magento',
      MAGENTO,
      {
        partNumber: 'sku',
        name: 'name',
        description: 'description',
        price: 'price',
        available: 'qty',
        img: 'base_image',
        pictureText: 'base_image_label',
        pictures: 'additional_images',
        category: 'categories',
        origin: 'country_of_manufacture',
        minimumOrder: 'min_cart_qty',
        orderStep: 'qty_increments',
        lowStockBelow: 'notify_on_stock_below',
      },
    ],
    [
      'PrestaShop',
      PRESTASHOP,
      {
        partNumber: 'Reference #',
        name: 'Name *',
        description: 'Description',
        price: 'Price tax excluded',
        available: 'Quantity',
        img: 'Image URLs (x,y,z...)',
        pictureText: 'Image alt texts (x,y,z...)',
        category: 'Categories (x,y,z...)',
        minimumOrder: 'Minimal quantity',
        lowStockBelow: 'Low stock level',
      },
    ],
    [
      'the list of PrestaShop',
      '"Product ID";Image;Name;Reference;Category;"Price (tax excl.)";"Price (tax incl.)";Quantity;Status;Position',
      {
        partNumber: 'Reference',
        name: 'Name',
        price: 'Price (tax excl.)',
        available: 'Quantity',
        img: 'Image',
        category: 'Category',
      },
    ],
    [
      'Odoo',
      ODOO,
      {
        partNumber: 'Internal Reference',
        name: 'Name',
        description: 'Description',
        price: 'Sales Price',
        available: 'Quantity On Hand',
        category: 'Product Category',
        customsCode: 'HS Code',
        origin: 'Country of Origin',
      },
    ],
    [
      'Odoo by its own names',
      'id,name,default_code,barcode,list_price,standard_price,categ_id,qty_available,virtual_available',
      { partNumber: 'default_code', name: 'name', price: 'list_price', available: 'qty_available' },
    ],
    [
      'Odoo in German',
      'Externe ID,Name,Interne Referenz,Barcode,Verkaufspreis,Kosten,Produktkategorie,Verfügbare Menge',
      {
        partNumber: 'Interne Referenz',
        name: 'Name',
        price: 'Verkaufspreis',
        available: 'Verfügbare Menge',
        category: 'Produktkategorie',
      },
    ],
    [
      'BMEcat as a table',
      'SUPPLIER_PID;MANUFACTURER_PID;MANUFACTURER_NAME;INTERNATIONAL_PID;DESCRIPTION_SHORT;DESCRIPTION_LONG;ORDER_UNIT;PRICE_AMOUNT;PRICE_CURRENCY;QUANTITY_MIN;QUANTITY_INTERVAL;DELIVERY_TIME;MIME_SOURCE;MIME_DESCR;CATALOG_GROUP_NAME;COUNTRY_OF_ORIGIN;CUSTOMS_TARIFF_NUMBER',
      {
        partNumber: 'SUPPLIER_PID',
        name: 'DESCRIPTION_SHORT',
        description: 'DESCRIPTION_LONG',
        price: 'PRICE_AMOUNT',
        minimumOrder: 'QUANTITY_MIN',
        orderStep: 'QUANTITY_INTERVAL',
        leadDays: 'DELIVERY_TIME',
        img: 'MIME_SOURCE',
        pictureText: 'MIME_DESCR',
        category: 'CATALOG_GROUP_NAME',
        origin: 'COUNTRY_OF_ORIGIN',
        customsCode: 'CUSTOMS_TARIFF_NUMBER',
      },
    ],
    [
      'BMEcat 1.2 as a table',
      'SUPPLIER_AID\tMANUFACTURER_AID\tEAN\tDESCRIPTION_SHORT\tDESCRIPTION_LONG\tPRICE_AMOUNT',
      { partNumber: 'SUPPLIER_AID', name: 'DESCRIPTION_SHORT', description: 'DESCRIPTION_LONG', price: 'PRICE_AMOUNT' },
    ],
    [
      'results of Digi-Key',
      'Datasheet,Image,DK Part #,Mfr Part #,Mfr,Supplier,Description,Stock,Price,@ qty,Min Qty,Package,Series,Product Status',
      { partNumber: 'Mfr Part #', description: 'Description', price: 'Price', available: 'Stock', img: 'Image', minimumOrder: 'Min Qty' },
    ],
    [
      'a list of Digi-Key',
      'Index,Digi-Key Part Number,Manufacturer Part Number,Manufacturer,Description,Quantity Available,Requested Quantity,Unit Price,Extended Price',
      { partNumber: 'Manufacturer Part Number', description: 'Description', price: 'Unit Price', available: 'Quantity Available' },
    ],
    [
      'a list of Mouser',
      'Mouser #:,Mfr. #:,Manufacturer:,Customer #:,Description:,RoHS:,Lifecycle:,Order Qty.,Price (USD),Ext.: (USD)',
      { partNumber: 'Mfr. #:', description: 'Description:', price: 'Price (USD)' },
    ],
    [
      'Akeneo',
      'sku;categories;enabled;family;groups;name-de_DE;name-en_US;description-de_DE-print;description-en_US-ecommerce;price-EUR;price-USD;weight;weight-unit;image',
      {
        partNumber: 'sku',
        name: 'name-en_US',
        description: 'description-en_US-ecommerce',
        price: 'price-USD',
        category: 'categories',
        img: 'image',
      },
    ],
    [
      'PrestaShop in German',
      'ID;Aktiv (0/1);Name *;Kategorien (x,y,z...);Preis exkl. MwSt.;Preis inkl. MwSt.;Großhandelspreis;Im Angebot (0/1);Artikel-Nr.;Lieferanten-Artikel-Nr.;EAN13;Gewicht;Menge;Mindestmenge;Kurzbeschreibung;Beschreibung;Bild-URLs (x,y,z...)',
      {
        partNumber: 'Artikel-Nr.',
        name: 'Name *',
        description: 'Beschreibung',
        price: 'Preis exkl. MwSt.',
        available: 'Menge',
        img: 'Bild-URLs (x,y,z...)',
        category: 'Kategorien (x,y,z...)',
        minimumOrder: 'Mindestmenge',
      },
    ],
    [
      'BigCommerce',
      'Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Brand Name,Product Description,Price,Cost Price,Retail Price,Sale Price,Product Weight,Current Stock Level,Low Stock Level,Category,Product Image File - 1',
      {
        partNumber: 'Product Code/SKU',
        name: 'Product Name',
        description: 'Product Description',
        price: 'Price',
        available: 'Current Stock Level',
        lowStockBelow: 'Low Stock Level',
        category: 'Category',
        img: 'Product Image File - 1',
      },
    ],
    [
      'QuickBooks',
      'Product/Service Name,SKU,Sales Description,Sales Price / Rate,Purchase Cost,Quantity On Hand,Reorder Point',
      {
        partNumber: 'SKU',
        name: 'Product/Service Name',
        description: 'Sales Description',
        price: 'Sales Price / Rate',
        available: 'Quantity On Hand',
        lowStockBelow: 'Reorder Point',
      },
    ],
    [
      'Xero',
      '*ItemCode,ItemName,Quantity,PurchasesDescription,PurchasesUnitPrice,SalesDescription,SalesUnitPrice',
      { partNumber: '*ItemCode', name: 'ItemName', description: 'SalesDescription', price: 'SalesUnitPrice', available: 'Quantity' },
    ],
    [
      'JTL',
      'Artikelnummer;Artikelname;Beschreibung;Std. VK Netto;Brutto-VK;EK Netto;Lagerbestand Gesamt;GTIN;Herkunftsland;TARIC-Code',
      {
        partNumber: 'Artikelnummer',
        name: 'Artikelname',
        description: 'Beschreibung',
        price: 'Std. VK Netto',
        available: 'Lagerbestand Gesamt',
        origin: 'Herkunftsland',
        customsCode: 'TARIC-Code',
      },
    ],
    [
      'Shopware',
      'ordernumber;mainnumber;name;supplier;tax;price_EK;pseudoprice_EK;instock;stockmin;description;description_long;shippingtime;purchaseprice',
      { partNumber: 'ordernumber', name: 'name', available: 'instock', description: 'description' },
    ],
    [
      'SAP in German',
      'Material;Materialkurztext;Mengeneinheit;Nettopreis;Waehrung;Bestand frei;Warengruppe;Nettogewicht',
      { partNumber: 'Material', name: 'Materialkurztext', price: 'Nettopreis', available: 'Bestand frei', category: 'Warengruppe' },
    ],
    [
      'SAP in English',
      'Material\tMaterial Description\tPlant\tBase Unit of Measure\tUnrestricted\tNet Price\tCurrency\tMaterial Group',
      { partNumber: 'Material', name: 'Material Description', price: 'Net Price', available: 'Unrestricted', category: 'Material Group' },
    ],
    [
      'a German list',
      'Art.-Nr.;Bezeichnung;Beschreibung;EK;Einkaufspreis;VK netto;Lagerbestand;Mindestbestellmenge;Ursprungsland;Zolltarif-Nr.;Gewicht in g;Bild',
      {
        partNumber: 'Art.-Nr.',
        name: 'Bezeichnung',
        description: 'Beschreibung',
        price: 'VK netto',
        available: 'Lagerbestand',
        minimumOrder: 'Mindestbestellmenge',
        origin: 'Ursprungsland',
        customsCode: 'Zolltarif-Nr.',
        weight: 'Gewicht in g',
        img: 'Bild',
      },
    ],
    [
      'a French list',
      "Réf. article;Désignation;Descriptif;Prix d'achat;Prix de vente HT;Prix TTC;Quantité en stock;Délai de livraison;Pays d'origine;Photo",
      {
        partNumber: 'Réf. article',
        name: 'Désignation',
        description: 'Descriptif',
        price: 'Prix de vente HT',
        available: 'Quantité en stock',
        leadDays: 'Délai de livraison',
        origin: "Pays d'origine",
        img: 'Photo',
      },
    ],
    [
      'a Spanish list',
      'Código de artículo;Nombre;Descripción;Precio de compra;Precio de venta;Existencias;Categoría;País de origen;Imagen',
      {
        partNumber: 'Código de artículo',
        name: 'Nombre',
        description: 'Descripción',
        price: 'Precio de venta',
        available: 'Existencias',
        category: 'Categoría',
        origin: 'País de origen',
        img: 'Imagen',
      },
    ],
    [
      'an Italian list',
      'Codice articolo;Denominazione;Descrizione;Prezzo di acquisto;Prezzo di vendita;Giacenza;Categoria;Paese di origine;Immagine',
      {
        partNumber: 'Codice articolo',
        name: 'Denominazione',
        description: 'Descrizione',
        price: 'Prezzo di vendita',
        available: 'Giacenza',
        category: 'Categoria',
        origin: 'Paese di origine',
        img: 'Immagine',
      },
    ],
    [
      'a Dutch list',
      'Artikelnummer;Naam;Omschrijving;Inkoopprijs;Verkoopprijs;Voorraad;Categorie;Land van herkomst;Afbeelding',
      {
        partNumber: 'Artikelnummer',
        name: 'Naam',
        description: 'Omschrijving',
        price: 'Verkoopprijs',
        available: 'Voorraad',
        category: 'Categorie',
        origin: 'Land van herkomst',
        img: 'Afbeelding',
      },
    ],
  ])('%s', async (_, titles, fields) => {
    expect(await fieldsOf(`${titles}\n`)).toEqual(Object.fromEntries(Object.entries(fields).map(([field, title]) => [field, [title]])))
  })
})

test.each([
  ['Part number,Name,Cost,Price', 'price', 'Price'],
  ['Part number,Name,Price,Cost', 'price', 'Price'],
  ['ID,SKU,Name,Price', 'partNumber', 'SKU'],
  ['SKU,Name,Price,ID', 'partNumber', 'SKU'],
  ['MPN,Item no.,Name', 'partNumber', 'Item no.'],
  ['Material,SKU,Name', 'partNumber', 'SKU'],
  ['SKU,Part number,Name', 'partNumber', 'Part number'],
  ['ID,Name,Price', 'partNumber', 'ID'],
  ['SKU,Qty,Qty on hand', 'available', 'Qty on hand'],
  ['SKU,Verkaufspreis (USD),UVP', 'price', 'Verkaufspreis (USD)'],
  ['SKU,Prix unitaire HT,Prix public', 'price', 'Prix unitaire HT'],
  ['SKU,Preis pro Stück,Price unit', 'price', 'Preis pro Stück'],
  ['SKU,Bestand (Stk),Bestellte Menge', 'available', 'Bestand (Stk)'],
  ['Part Nbr,Short Text', 'partNumber', 'Part Nbr'],
] as const)('of %s the %s is %s', async (titles, field, title) => {
  expect((await fieldsOf(titles))[field]).toEqual([title])
})

test.each([
  ['what a part costs the seller', 'SKU,Name,Cost\nA-1,Board,30.00\nA-2,Strip,1.10'],
  ['a price with tax', 'SKU,Name,Price tax included\nA-1,Board,30.00'],
  ['a price in another currency', 'SKU,Name,Price (EUR),Preis in €\nA-1,Board,30.00,30.00'],
])('%s is not the price', async (_, text) => {
  expect((await fieldsOf(text)).price).toBeUndefined()
})

test.each([
  ['SKU,In stock?\nA-1,1\nA-2,0', undefined],
  ['SKU,In stock\nA-1,yes\nA-2,no', undefined],
  ['SKU,Available,Quantity\nA-1,yes,500', ['Quantity']],
  ['SKU,In stock\nA-1,500\nA-2,0', ['In stock']],
  ['SKU,On hand,Committed,Available\nA-1,120,100,20', ['On hand', 'Available']],
  ['SKU,In stock,Stock\nA-1,1,120\nA-2,0,0', ['Stock']],
])('of %j the stock is %j: an answer is no count', async (text, titles) => {
  expect((await fieldsOf(text)).available).toEqual(titles)
})

test.each([
  ['SKU;Preis;Preiseinheit\nA-1;45,00;1\nA-2;45,00;100', 'Preiseinheit'],
  ['SKU;Preis;Preiseinheit\nA-1;45,00;1.000', 'Preiseinheit'],
  ['SUPPLIER_PID;PRICE_AMOUNT;PRICE_CURRENCY\nA-1;45.00;EUR', 'PRICE_CURRENCY'],
  ['SKU,Price,Price for\nA-1,45.00,100', 'Price for'],
  ['SKU,Price,Pricing unit\nA-1,45.00,per 100', 'Pricing unit'],
  ['SKU,Price,Price UOM\nA-1,45.00,C', 'Price UOM'],
  ['SKU;Preis;je\nA-1;45,00;100 Stk', 'je'],
  ['SKU,Price,Cur.\nA-1,45.00,GBP', 'Cur.'],
  ['SKU,Price,CCY,Price per\nA-1,45.00,USD,1 pc\nA-2,45.00,USD,each', undefined],
  ['SKU;Preis;Preiseinheit;Währung\nA-1;45,00;1;USD\nA-2;45,00;1,00;', undefined],
])('of %j %s says that prices are not in dollars for a piece, so the price is chosen on the screen', async (text, title) => {
  expect(priceDoubtOf(await rowsOf(text))).toBe(title)
  expect('price' in (await fieldsOf(text))).toBe(title === undefined)
})

test('of titles that are equally good the shop asks which one it is', async () => {
  expect(await fieldsOf('SKU,Name,Net price,List price')).toMatchObject({ price: ['Net price', 'List price'] })
  expect(await fieldsOf('SKU,Description,Description')).toMatchObject({ description: ['Description', 'Description'] })
})

test('a weight of an unknown unit is chosen on the screen', async () => {
  expect(await fieldsOf('SKU,Weight,Weight (lbs),Gewicht')).not.toHaveProperty('weight')
})

test('a variant of Shopify has its own number, price and stock, and no title of its own', async () => {
  const rows = await rowsOf(
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price\nstrip,LED Strip,Length,60 cm,LS-60,900,3.10\nstrip,,,90 cm,LS-90,400,4.20\n',
  )
  const { fields } = recognisePartColumns(rows)

  const variant = Object.fromEntries(fields.flatMap((field, place) => (field ? [[field, rows[2]![place]]] : [])))
  expect(variant).toEqual({ name: '', partNumber: 'LS-90', available: '400', price: '4.20' })
})

test('rows of Shopify with a picture alone are further pictures of the product above', async () => {
  const rows = await rowsOf(
    [
      'Handle,Title,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text',
      'strip,LED Strip,LS-60,3.10,https://example.com/a.jpg,1,Front',
      'strip,,LS-90,4.20,,,',
      'strip,,,,https://example.com/b.jpg,2,Back side',
      'strip,,,,https://example.com/c.jpg,3,',
      'board,Board,B-1,9.00,https://example.com/d.jpg,1,',
      'other,,,,https://example.com/e.jpg,2,',
    ].join('\n'),
  )

  expect(rows.slice(1).map((row) => [row[2], row[4], row[7]])).toEqual([
    ['LS-60', 'https://example.com/a.jpg', 'https://example.com/b.jpg Back side\nhttps://example.com/c.jpg'],
    ['LS-90', '', ''],
    ['B-1', 'https://example.com/d.jpg', ''],
    ['', 'https://example.com/e.jpg', ''],
  ])
  expect(recognisePartColumns(rows).fields.at(-1)).toBe('pictures')
})

describe('columns are separated', () => {
  test.each([
    [
      'by semicolons, beside commas in every cell',
      'Artikelnummer;Bezeichnung;Preis\nA-1;Board, grün;45,00\nA-2;Board, blau;46,50',
      ['A-1', 'Board, grün', '45,00'],
    ],
    ['by semicolons in two columns', 'Part number;Price\nA-1;2.50\nA-2;6.90', ['A-1', '2.50']],
    [
      'by commas, beside semicolons in every cell',
      'SKU,Price breaks\nA-1,5000: 2.40; 9000: 2.10\nA-2,5000: 2.40; 9000: 2.10',
      ['A-1', '5000: 2.40; 9000: 2.10'],
    ],
    ['by tabs', 'SKU\tName, long\tPrice\nA-1\tBoard, green\t2.50', ['A-1', 'Board, green', '2.50']],
    ['by bars', 'SKU|Name|Price\nA-1|Board, green|2.50', ['A-1', 'Board, green', '2.50']],
    ['as the first line says', 'sep=|\r\nSKU|Name\r\nA-1|a,b;c\r\n', ['A-1', 'a,b;c']],
    ['as the first line says with a mark of the byte order and marks', '\uFEFF"sep=;"\nSKU;Name\nA-1;a,b', ['A-1', 'a,b']],
    ['as the first line says after another program saved it', 'sep=;;;\nSKU;Name\nA-1;a', ['A-1', 'a']],
  ])('%s', async (_, text, row) => {
    expect((await rowsOf(text))[1]).toEqual(row)
  })

  test('as most rows have it where no title is known', async () => {
    expect(await rowsOf('A-1;12,50;3,5\nA-2;13;3,5')).toEqual([
      ['A-1', '12,50', '3,5'],
      ['A-2', '13', '3,5'],
    ])
  })
})

describe('of a file whose titles and rows have other numbers of cells', () => {
  const titles = 'SKU,Name,In stock?,Stock,Price'
  const rows = ['A-1,Board,1,120,16.40', 'A-2,Strip,1,8,0.95']

  test.each([
    ['a title that lost its separator', 'SKU,NameIn stock?,Stock,Price'],
    ['a title with one more', 'SKU,Na,me,In stock?,Stock,Price'],
    ['a title row that lost its end', `${titles} A-0`],
  ])('nothing is read: %s', async (what, head) => {
    const lines = what.endsWith('end') ? [`${head},Plug,1,5,1.00`, ...rows] : [head, ...rows]

    await expect(rowsOf(lines.join('\n'))).rejects.toThrow('damaged')
  })

  test.each(['A-3,Board, green,1,90,4.50', 'A-3,Board1,90,4.50', 'A-3,Board,1,90,4,50'])(
    'the row %s becomes one cell, which is told as wrong, and the others are read',
    async (row) => {
      expect(await rowsOf([titles, rows[0], row, '', rows[1]].join('\n'))).toEqual([
        titles.split(','),
        rows[0]!.split(','),
        [row],
        rows[1]!.split(','),
      ])
    },
  )

  test('separators at the end of every line, titles too, and blank lines are as they were', async () => {
    expect(await rowsOf('SKU;Price;\n\nA-1;2,50;\n;;\nA-2;3,50;\n')).toEqual([
      ['SKU', 'Price', ''],
      ['A-1', '2,50', ''],
      ['A-2', '3,50', ''],
    ])
  })
})

describe('JSON', () => {
  const parts = [
    { partNumber: 'A-1', weight: 2.5, substitutes: ['A-2', 'A-3'], priceBreaks: [{ from: 5_000, price: 2.4 }] },
    { partNumber: 'A-2', substitutes: [] },
  ]
  const rows = [
    ['Part number', 'Price breaks', 'Weight (g)', 'Substitutes'],
    ['A-1', '5000: 2.4', '2.5', 'A-2\nA-3'],
    ['A-2', '', '', '-'],
  ]

  test.each([
    ['a list of parts', parts],
    ['the body of a call', { setsStock: true, parts, others: [{ a: 1 }] }],
    ['an object with one list', { total: 2, items: parts }],
    ['an answer with one list inside', { _links: { self: { href: '/' } }, _embedded: { items: parts } }],
  ])('%s is read', async (_, json) => {
    expect(await rowsOf(JSON.stringify(json))).toEqual(rows)
  })

  test.each([
    ['several lists', { first: parts, second: parts }],
    ['entries that are no parts', [parts[0], 'A-2']],
    ['no list', { partNumber: 'A-1' }],
  ])('with %s is refused', async (_, json) => {
    await expect(rowsOf(JSON.stringify(json))).rejects.toThrow('no-spreadsheet')
  })
})

test.each(['<', 'sep=', '"', ',', ';', '\t', '|', '{', '[', ' ', '\n', 'a-', 'price '])('300 kB of %j are answered', async (piece) => {
  const text = piece.repeat(Math.ceil(300_000 / piece.length))
  const rows = await rowsOf(text).catch(() => [[text]])

  expect(endIfItHangs(() => recognisePartColumns([...rows.slice(0, 1), [text]]))).toBeDefined()
})
