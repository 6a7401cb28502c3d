// @ts-nocheck -- ajv writes no types.
// Generated from the schemas by `make generate`. Do not edit.
import type { ValidateFunction } from 'ajv';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';

export const validate: ValidateFunction = validate20 as never;
const schema31 = {"type":"object","additionalProperties":false,"required":["cluster"],"properties":{"state_dir":{"type":"string","minLength":1},"cluster":{"type":"object","additionalProperties":false,"required":["cluster_id","endpoints"],"properties":{"cluster_id":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$","maxLength":63,"description":"small letters, digits and dashes between them, such as credit-1"},"environment":{"enum":["dev","stg","prod","test"]},"endpoints":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^https?://[^/]+:[0-9]{1,5}$","description":"http://HOST:PORT or https://HOST:PORT"}},"ca_file":{"type":"string","minLength":1},"cert_file":{"type":"string","minLength":1},"key_file":{"type":"string","minLength":1},"username":{"type":"string","minLength":1},"password_file":{"type":"string","minLength":1}}},"api":{"type":"object","additionalProperties":false,"required":["ca_dir","bootstrap_token_file"],"properties":{"ca_dir":{"type":"string","minLength":1},"bootstrap_token_file":{"type":"string","minLength":1},"listen":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT","default":":8443"},"names":{"type":"array","items":{"type":"string","minLength":1,"maxLength":253},"default":[]},"leaf_days":{"type":"number","exclusiveMinimum":0,"maximum":3650,"default":90}}},"election":{"type":"object","additionalProperties":false,"default":{},"properties":{"lease_s":{"type":"integer","minimum":2,"maximum":300,"default":15}}},"health":{"type":"object","additionalProperties":false,"default":{},"properties":{"listen":{"type":"string","pattern":"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$","description":"HOST:PORT, [IPV6]:PORT or :PORT","default":"127.0.0.1:9100"}}},"log":{"type":"object","additionalProperties":false,"default":{},"properties":{"level":{"enum":["debug","info","warn","error"],"default":"info"},"format":{"enum":["json","pretty"],"default":"json"}}}},"$id":"config"};
const func1 = ucs2length.default;
const pattern4 = new RegExp("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "u");
const pattern5 = new RegExp("^https?://[^/]+:[0-9]{1,5}$", "u");
const pattern6 = new RegExp("^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="config" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.election === undefined){
data.election = {};
}
if(data.health === undefined){
data.health = {};
}
if(data.log === undefined){
data.log = {};
}
if(data.cluster === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cluster"},message:"must have required property '"+"cluster"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!((((((key0 === "state_dir") || (key0 === "cluster")) || (key0 === "api")) || (key0 === "election")) || (key0 === "health")) || (key0 === "log"))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.state_dir !== undefined){
let data0 = data.state_dir;
if(typeof data0 === "string"){
if(func1(data0) < 1){
const err2 = {instancePath:instancePath+"/state_dir",schemaPath:"#/properties/state_dir/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.state_dir,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/state_dir",schemaPath:"#/properties/state_dir/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state_dir.type,parentSchema:schema31.properties.state_dir,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.cluster !== undefined){
let data1 = data.cluster;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.cluster_id === undefined){
const err4 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "cluster_id"},message:"must have required property '"+"cluster_id"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1.endpoints === undefined){
const err5 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/required",keyword:"required",params:{missingProperty: "endpoints"},message:"must have required property '"+"endpoints"+"'",schema:schema31.properties.cluster.required,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 in data1){
if(!((((((((key1 === "cluster_id") || (key1 === "environment")) || (key1 === "endpoints")) || (key1 === "ca_file")) || (key1 === "cert_file")) || (key1 === "key_file")) || (key1 === "username")) || (key1 === "password_file"))){
const err6 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.cluster_id !== undefined){
let data2 = data1.cluster_id;
if(typeof data2 === "string"){
if(func1(data2) > 63){
const err7 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/maxLength",keyword:"maxLength",params:{limit: 63},message:"must NOT have more than 63 characters",schema:63,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern4.test(data2)){
const err8 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$",parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/cluster/cluster_id",schemaPath:"#/properties/cluster/properties/cluster_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cluster_id.type,parentSchema:schema31.properties.cluster.properties.cluster_id,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data1.environment !== undefined){
let data3 = data1.environment;
if(!((((data3 === "dev") || (data3 === "stg")) || (data3 === "prod")) || (data3 === "test"))){
const err10 = {instancePath:instancePath+"/cluster/environment",schemaPath:"#/properties/cluster/properties/environment/enum",keyword:"enum",params:{allowedValues: schema31.properties.cluster.properties.environment.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.cluster.properties.environment.enum,parentSchema:schema31.properties.cluster.properties.environment,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data1.endpoints !== undefined){
let data4 = data1.endpoints;
if(Array.isArray(data4)){
if(data4.length < 1){
const err11 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.cluster.properties.endpoints,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if(typeof data5 === "string"){
if(!pattern5.test(data5)){
const err12 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/pattern",keyword:"pattern",params:{pattern: "^https?://[^/]+:[0-9]{1,5}$"},message:"must match pattern \""+"^https?://[^/]+:[0-9]{1,5}$"+"\"",schema:"^https?://[^/]+:[0-9]{1,5}$",parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/cluster/endpoints/" + i0,schemaPath:"#/properties/cluster/properties/endpoints/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.endpoints.items.type,parentSchema:schema31.properties.cluster.properties.endpoints.items,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath:instancePath+"/cluster/endpoints",schemaPath:"#/properties/cluster/properties/endpoints/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.cluster.properties.endpoints.type,parentSchema:schema31.properties.cluster.properties.endpoints,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data1.ca_file !== undefined){
let data6 = data1.ca_file;
if(typeof data6 === "string"){
if(func1(data6) < 1){
const err15 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.ca_file,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/cluster/ca_file",schemaPath:"#/properties/cluster/properties/ca_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.ca_file.type,parentSchema:schema31.properties.cluster.properties.ca_file,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data1.cert_file !== undefined){
let data7 = data1.cert_file;
if(typeof data7 === "string"){
if(func1(data7) < 1){
const err17 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.cert_file,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/cluster/cert_file",schemaPath:"#/properties/cluster/properties/cert_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.cert_file.type,parentSchema:schema31.properties.cluster.properties.cert_file,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data1.key_file !== undefined){
let data8 = data1.key_file;
if(typeof data8 === "string"){
if(func1(data8) < 1){
const err19 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.key_file,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/cluster/key_file",schemaPath:"#/properties/cluster/properties/key_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.key_file.type,parentSchema:schema31.properties.cluster.properties.key_file,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data1.username !== undefined){
let data9 = data1.username;
if(typeof data9 === "string"){
if(func1(data9) < 1){
const err21 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.username,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/cluster/username",schemaPath:"#/properties/cluster/properties/username/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.username.type,parentSchema:schema31.properties.cluster.properties.username,data:data9};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data1.password_file !== undefined){
let data10 = data1.password_file;
if(typeof data10 === "string"){
if(func1(data10) < 1){
const err23 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.cluster.properties.password_file,data:data10};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/cluster/password_file",schemaPath:"#/properties/cluster/properties/password_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.cluster.properties.password_file.type,parentSchema:schema31.properties.cluster.properties.password_file,data:data10};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/cluster",schemaPath:"#/properties/cluster/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.cluster.type,parentSchema:schema31.properties.cluster,data:data1};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.api !== undefined){
let data11 = data.api;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.listen === undefined){
data11.listen = ":8443";
}
if(data11.names === undefined){
data11.names = [];
}
if(data11.leaf_days === undefined){
data11.leaf_days = 90;
}
if(data11.ca_dir === undefined){
const err26 = {instancePath:instancePath+"/api",schemaPath:"#/properties/api/required",keyword:"required",params:{missingProperty: "ca_dir"},message:"must have required property '"+"ca_dir"+"'",schema:schema31.properties.api.required,parentSchema:schema31.properties.api,data:data11};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data11.bootstrap_token_file === undefined){
const err27 = {instancePath:instancePath+"/api",schemaPath:"#/properties/api/required",keyword:"required",params:{missingProperty: "bootstrap_token_file"},message:"must have required property '"+"bootstrap_token_file"+"'",schema:schema31.properties.api.required,parentSchema:schema31.properties.api,data:data11};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key2 in data11){
if(!(((((key2 === "ca_dir") || (key2 === "bootstrap_token_file")) || (key2 === "listen")) || (key2 === "names")) || (key2 === "leaf_days"))){
const err28 = {instancePath:instancePath+"/api",schemaPath:"#/properties/api/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.api,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data11.ca_dir !== undefined){
let data12 = data11.ca_dir;
if(typeof data12 === "string"){
if(func1(data12) < 1){
const err29 = {instancePath:instancePath+"/api/ca_dir",schemaPath:"#/properties/api/properties/ca_dir/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.api.properties.ca_dir,data:data12};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/api/ca_dir",schemaPath:"#/properties/api/properties/ca_dir/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.api.properties.ca_dir.type,parentSchema:schema31.properties.api.properties.ca_dir,data:data12};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data11.bootstrap_token_file !== undefined){
let data13 = data11.bootstrap_token_file;
if(typeof data13 === "string"){
if(func1(data13) < 1){
const err31 = {instancePath:instancePath+"/api/bootstrap_token_file",schemaPath:"#/properties/api/properties/bootstrap_token_file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.api.properties.bootstrap_token_file,data:data13};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/api/bootstrap_token_file",schemaPath:"#/properties/api/properties/bootstrap_token_file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.api.properties.bootstrap_token_file.type,parentSchema:schema31.properties.api.properties.bootstrap_token_file,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
let data14 = data11.listen;
if(typeof data14 === "string"){
if(!pattern6.test(data14)){
const err33 = {instancePath:instancePath+"/api/listen",schemaPath:"#/properties/api/properties/listen/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.api.properties.listen,data:data14};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/api/listen",schemaPath:"#/properties/api/properties/listen/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.api.properties.listen.type,parentSchema:schema31.properties.api.properties.listen,data:data14};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
let data15 = data11.names;
if(Array.isArray(data15)){
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
let data16 = data15[i1];
if(typeof data16 === "string"){
if(func1(data16) > 253){
const err35 = {instancePath:instancePath+"/api/names/" + i1,schemaPath:"#/properties/api/properties/names/items/maxLength",keyword:"maxLength",params:{limit: 253},message:"must NOT have more than 253 characters",schema:253,parentSchema:schema31.properties.api.properties.names.items,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(func1(data16) < 1){
const err36 = {instancePath:instancePath+"/api/names/" + i1,schemaPath:"#/properties/api/properties/names/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.api.properties.names.items,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/api/names/" + i1,schemaPath:"#/properties/api/properties/names/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.api.properties.names.items.type,parentSchema:schema31.properties.api.properties.names.items,data:data16};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath:instancePath+"/api/names",schemaPath:"#/properties/api/properties/names/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.api.properties.names.type,parentSchema:schema31.properties.api.properties.names,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
let data17 = data11.leaf_days;
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 3650 || isNaN(data17)){
const err39 = {instancePath:instancePath+"/api/leaf_days",schemaPath:"#/properties/api/properties/leaf_days/maximum",keyword:"maximum",params:{comparison: "<=", limit: 3650},message:"must be <= 3650",schema:3650,parentSchema:schema31.properties.api.properties.leaf_days,data:data17};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data17 <= 0 || isNaN(data17)){
const err40 = {instancePath:instancePath+"/api/leaf_days",schemaPath:"#/properties/api/properties/leaf_days/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.api.properties.leaf_days,data:data17};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/api/leaf_days",schemaPath:"#/properties/api/properties/leaf_days/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.api.properties.leaf_days.type,parentSchema:schema31.properties.api.properties.leaf_days,data:data17};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/api",schemaPath:"#/properties/api/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.api.type,parentSchema:schema31.properties.api,data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
let data18 = data.election;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(data18.lease_s === undefined){
data18.lease_s = 15;
}
for(const key3 in data18){
if(!(key3 === "lease_s")){
const err43 = {instancePath:instancePath+"/election",schemaPath:"#/properties/election/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.election,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
let data19 = data18.lease_s;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err44 = {instancePath:instancePath+"/election/lease_s",schemaPath:"#/properties/election/properties/lease_s/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.election.properties.lease_s.type,parentSchema:schema31.properties.election.properties.lease_s,data:data19};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 300 || isNaN(data19)){
const err45 = {instancePath:instancePath+"/election/lease_s",schemaPath:"#/properties/election/properties/lease_s/maximum",keyword:"maximum",params:{comparison: "<=", limit: 300},message:"must be <= 300",schema:300,parentSchema:schema31.properties.election.properties.lease_s,data:data19};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data19 < 2 || isNaN(data19)){
const err46 = {instancePath:instancePath+"/election/lease_s",schemaPath:"#/properties/election/properties/lease_s/minimum",keyword:"minimum",params:{comparison: ">=", limit: 2},message:"must be >= 2",schema:2,parentSchema:schema31.properties.election.properties.lease_s,data:data19};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/election",schemaPath:"#/properties/election/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.election.type,parentSchema:schema31.properties.election,data:data18};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
let data20 = data.health;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.listen === undefined){
data20.listen = "127.0.0.1:9100";
}
for(const key4 in data20){
if(!(key4 === "listen")){
const err48 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.health,data:data20};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
let data21 = data20.listen;
if(typeof data21 === "string"){
if(!pattern6.test(data21)){
const err49 = {instancePath:instancePath+"/health/listen",schemaPath:"#/properties/health/properties/listen/pattern",keyword:"pattern",params:{pattern: "^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"},message:"must match pattern \""+"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$"+"\"",schema:"^(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]]*):[0-9]{1,5}$",parentSchema:schema31.properties.health.properties.listen,data:data21};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/health/listen",schemaPath:"#/properties/health/properties/listen/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.health.properties.listen.type,parentSchema:schema31.properties.health.properties.listen,data:data21};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/health",schemaPath:"#/properties/health/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.health.type,parentSchema:schema31.properties.health,data:data20};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
let data22 = data.log;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(data22.level === undefined){
data22.level = "info";
}
if(data22.format === undefined){
data22.format = "json";
}
for(const key5 in data22){
if(!((key5 === "level") || (key5 === "format"))){
const err52 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.log,data:data22};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
let data23 = data22.level;
if(!((((data23 === "debug") || (data23 === "info")) || (data23 === "warn")) || (data23 === "error"))){
const err53 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.level.enum,parentSchema:schema31.properties.log.properties.level,data:data23};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
let data24 = data22.format;
if(!((data24 === "json") || (data24 === "pretty"))){
const err54 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.format.enum,parentSchema:schema31.properties.log.properties.format,data:data24};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.log.type,parentSchema:schema31.properties.log,data:data22};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
