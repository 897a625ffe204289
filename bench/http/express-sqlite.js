/**
 * The API as a typical Express program with SQLite: `node express-sqlite.js DATABASE`. `comparison-data.ts` fills the database.
 */
import { DatabaseSync } from "node:sqlite";
import express from "express";

const database = new DatabaseSync(process.argv[2] ?? "", { readOnly: true });
const newest = "order by disclosure_date desc, transaction_date desc, id desc limit ? offset ?";
const recent = database.prepare(`select * from trades ${newest}`);
const counted = database.prepare("select count(*) as total from trades");
const ofMember = database.prepare(`select * from trades where politician_id = ? ${newest}`);
const countedOfMember = database.prepare("select count(*) as total from trades where politician_id = ?");
const members = database.prepare("select * from politicians order by name limit ? offset ?");
const countedMembers = database.prepare("select count(*) as total from politicians");
const quoted = database.prepare("select * from quotes where symbol = ?");
const bars = database.prepare(
  "select date, open, high, low, close, volume from bars where symbol = ? order by date desc",
);

const app = express();
const page = (request) => ({ limit: Number(request.query.limit ?? 100), skip: Number(request.query.skip ?? 0) });

app.get("/api/v1/trades/recent/list", (request, response) => {
  const { limit, skip } = page(request);
  response.json({ trades: recent.all(limit, skip), total: counted.get().total, limit, skip });
});
app.get("/api/v1/trades", (request, response) => {
  const { limit, skip } = page(request);
  const { politician_id: id } = request.query;
  response.json({ trades: ofMember.all(id, limit, skip), total: countedOfMember.get(id).total, limit, skip });
});
app.get("/api/v1/politicians/", (request, response) => {
  const { limit, skip } = page(request);
  response.json({ politicians: members.all(limit, skip), total: countedMembers.get().total, limit, skip });
});
app.get("/api/v1/market-data/public/quote/:symbol", (request, response) => {
  response.json(quoted.get(request.params.symbol));
});
app.get("/api/v1/market-data/public/historical/:symbol", (request, response) => {
  const data = bars.all(request.params.symbol);
  response.json({ symbol: request.params.symbol, interval: "1d", period: "1y", data, total_points: data.length });
});

const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
