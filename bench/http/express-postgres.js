/**
 * The API as a typical Express program with PostgreSQL: `node express-postgres.js URL`. `comparison-data.ts` fills the tables.
 */
import express from "express";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const newest = "order by disclosure_date desc, transaction_date desc, id desc";
const rows = async (sql, values) => (await pool.query(sql, values)).rows;
const totalOf = async (sql, values) => Number((await rows(sql, values))[0].count);

const app = express();
const page = (request) => ({ limit: Number(request.query.limit ?? 100), skip: Number(request.query.skip ?? 0) });

app.get("/api/v1/trades/recent/list", async (request, response) => {
  const { limit, skip } = page(request);
  const trades = await rows(`select * from trades ${newest} limit $1 offset $2`, [limit, skip]);
  response.json({ trades, total: await totalOf("select count(*) from trades", []), limit, skip });
});
app.get("/api/v1/trades", async (request, response) => {
  const { limit, skip } = page(request);
  const { politician_id: id } = request.query;
  const ofMember = `select * from trades where politician_id = $1 ${newest} limit $2 offset $3`;
  const trades = await rows(ofMember, [id, limit, skip]);
  const total = await totalOf("select count(*) from trades where politician_id = $1", [id]);
  response.json({ trades, total, limit, skip });
});
app.get("/api/v1/politicians/", async (request, response) => {
  const { limit, skip } = page(request);
  const politicians = await rows("select * from politicians order by name limit $1 offset $2", [limit, skip]);
  response.json({ politicians, total: await totalOf("select count(*) from politicians", []), limit, skip });
});
app.get("/api/v1/market-data/public/quote/:symbol", async (request, response) => {
  response.json((await rows("select * from quotes where symbol = $1", [request.params.symbol]))[0]);
});
app.get("/api/v1/market-data/public/historical/:symbol", async (request, response) => {
  const { symbol } = request.params;
  const sql = "select date, open, high, low, close, volume from bars where symbol = $1 order by date desc";
  const data = await rows(sql, [symbol]);
  response.json({ symbol, interval: "1d", period: "1y", data, total_points: data.length });
});

const server = app.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
